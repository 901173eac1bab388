import type { StoredCredential } from "../../src/credentials/credential.ts";
import type { AppClient } from "../../src/credentials/apps/app-client.ts";

/** An App's exposed key, and the means to verify its deletion. */
export interface ExposedKey {
  readonly credential: StoredCredential;
  /** Link to the page on which the key is deleted. */
  readonly link: string;
  /**
   * Link to the page on which an owner can suspend the App. A suspension also invalidates the App's
   * tokens, and the App's key cannot undo it.
   */
  readonly suspendLink: string | undefined;
  readonly fingerprint: string | undefined;
  /** Client that signs with the exposed key; undefined if the operator did not provide the key. */
  readonly client: Pick<AppClient, "app"> | undefined;
  /** Whether the key was seen working. Only then does its rejection prove the deletion. */
  readonly isAlive: boolean;
  /** Whether the key was rejected. */
  readonly isRefused: boolean;
  /** Whether the App was uninstalled, which also revoked all tokens of the key. */
  readonly isUninstalled: boolean;
  readonly way: string;
}
