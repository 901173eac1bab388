import { RefusedByForge } from "../../forge/forge-errors.ts";

/** The key, or the App, is not what the forge knows; told apart because each has another way out. */
export class KeyRefused extends RefusedByForge {
  /** The forge says so for some seconds after a key is made. Only 404 means that the App is gone. */
  readonly isKeyNotReady: boolean;

  constructor(refusal: { status: number; request: string; message: string }) {
    super({
      ...refusal,
      hints: [{ say: "Check that the key is one of this App's, and this machine's clock" }],
    });
    this.isKeyNotReady = /generate a public key/i.test(refusal.message);
  }
}
