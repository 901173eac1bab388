import { RefusedByForge } from "../../forge/forge-errors.ts";

/**
 * GitHub rejected an App's signature: the key or the App is wrong. This is a separate class because
 * it needs a different fix than other rejections.
 */
export class KeyRefused extends RefusedByForge {
  /**
   * Whether GitHub may not know the key yet, because it accepts a new key only after a few seconds.
   * Only a 404 response means that the App was deleted.
   */
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
