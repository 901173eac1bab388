import type { StoredCredential } from "../../src/credentials/credential.ts";
import type { AppClient } from "../../src/credentials/apps/app-client.ts";

/** An App's exposed key, and the data for verifying its deletion. */
export interface ExposedKey {
  readonly credential: StoredCredential;
  /** Link to the page on which the key is deleted. */
  readonly link: string;
  /**
   * Link to the page on which an owner can suspend the App. A suspension also invalidates the App's
   * tokens, and cannot be undone with the App's key.
   */
  readonly suspendLink: string | undefined;
  readonly fingerprint: string | undefined;
  /** Client that signs with the exposed key; undefined if the operator did not provide the key. */
  readonly client: Pick<AppClient, "app"> | undefined;
  /**
   * Whether GitHub has accepted the key. Only then does a rejection prove that the key was deleted.
   */
  readonly isAlive: boolean;
  readonly isRefused: boolean;
  /** Whether the App was uninstalled, which also revoked all tokens of the key. */
  readonly isUninstalled: boolean;
  readonly way: string;
}
