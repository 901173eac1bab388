import { RefusedByForge } from "../../forge/forge-errors.ts";

/**
 * GitHub rejected the signature of an App: the key or the App is wrong. A separate class because
 * the fix differs from other rejections.
 */
export class KeyRefused extends RefusedByForge {
  /** True for a few seconds after a key is created. Only 404 means that the App was deleted. */
  readonly isKeyNotReady: boolean;

  constructor(refusal: { status: number; request: string; message: string }) {
    super({
      ...refusal,
      hints: [
        { text: "Check that the key belongs to this App and that this machine's clock is right" },
      ],
    });
    this.isKeyNotReady = /generate a public key/i.test(refusal.message);
  }
}
