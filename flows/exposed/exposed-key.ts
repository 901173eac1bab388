import type { StoredCredential } from "../../src/credentials/credential.ts";
import type { AppClient } from "../../src/credentials/apps/app-client.ts";

/** An App's exposed key, and what there is to prove its end with. */
export interface ExposedKey {
  readonly credential: StoredCredential;
  /** Where it is deleted. */
  readonly link: string;
  /** Where an owner suspends the App: that ends its tokens, too, and its key cannot undo it. */
  readonly suspendLink: string | undefined;
  readonly fingerprint: string | undefined;
  /** Signs with the exposed key. */
  readonly client: Pick<AppClient, "app"> | undefined;
  /** Whether the forge was seen to take the key: only then is its refusal a proof. */
  readonly isAlive: boolean;
  /** Whether the forge was seen to refuse the key. */
  readonly isRefused: boolean;
  /** Whether the App is off the account, and all tokens of the key with it. */
  readonly isUninstalled: boolean;
  readonly way: string;
}
