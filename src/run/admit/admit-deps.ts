import type { Permissions } from "../../credentials/apps/ceilings.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { SendOnce } from "../../forge/one-request.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import type { Hint } from "../../shared/errors.ts";
import type { Secret } from "../../shared/secret.ts";
import type { AppPair } from "../../credentials/choose-credential.ts";

/** A token for the requests of an admission. */
export interface HeldToken {
  readonly kind: "minted";
  readonly token: Secret;
  /** Whether the token was just minted: for a moment, GitHub can reject it with 401. */
  readonly isNew: boolean;
  /** Tries to revoke the token. Never throws. */
  readonly end: () => Promise<unknown>;
}

/** The result of an attempt to mint a token. */
export type Minting =
  | HeldToken
  | { readonly kind: "used-up"; readonly reset: number | undefined }
  /** `reason` is a sentence. */
  | { readonly kind: "refused" | "unreadable"; readonly reason: string };

export interface MintRequest {
  readonly pair: AppPair;
  readonly permissions: Permissions;
  readonly profile: HostProfile;
  /** Repositories that the token covers, of one owner. */
  readonly repositories: readonly [RepositoryName, ...RepositoryName[]];
  readonly signal: AbortSignal;
  /** Called for each request that is sent. */
  readonly counting: () => void;
}

export interface AdmitDeps {
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** The current directory. */
  readonly folder: string;
  readonly now: () => Date;
  readonly send: SendOnce;
  readonly mint: (request: MintRequest) => Promise<Minting>;
  /** Aborts with a Stopped error when the process is stopped. */
  readonly stopped: AbortSignal;
  /**
   * Returns a signal that aborts after the given number of milliseconds. Keeps the process alive
   * until then.
   */
  readonly timeLimit: (milliseconds: number) => AbortSignal;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Masks a token in the run's log, starting now. */
  readonly mask: (token: Secret) => void;
  /** Explains why settings are invalid. Resolves to undefined if they are valid. */
  readonly explainSettings: (
    text: string,
    path: string,
  ) => Promise<{ readonly message: string; readonly hints: readonly Hint[] } | undefined>;
}
