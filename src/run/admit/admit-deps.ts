import type { Permissions } from "../../credentials/apps/ceilings.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import type { SendOnce } from "../../forge/one-request.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import type { Hint } from "../../shared/errors.ts";
import type { Secret } from "../../shared/secret.ts";
import type { AppPair } from "../../credentials/choose-credential.ts";

/** What came of an attempt to mint a token. */
export type Minting =
  | {
      readonly kind: "minted";
      readonly token: Secret;
      /** Ends the token, as far as the forge lets us. It never throws. */
      readonly end: () => Promise<void>;
    }
  | { readonly kind: "used-up"; readonly reset: number | undefined }
  /** @param because a sentence */
  | { readonly kind: "refused" | "unreadable"; readonly because: string };

export interface MintRequest {
  readonly pair: AppPair;
  readonly permissions: Permissions;
  readonly profile: HostProfile;
  readonly repository: RepositoryName;
  readonly signal: AbortSignal;
  /** Told of each request that goes out. */
  readonly counting: () => void;
}

/** What admission needs the world for. */
export interface AdmitDeps {
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** The working folder. */
  readonly folder: string;
  readonly now: () => Date;
  readonly send: SendOnce;
  readonly mint: (wish: MintRequest) => Promise<Minting>;
  /** Aborts, with a Stopped, when the process is told to end. */
  readonly stopped: AbortSignal;
  /** Aborts when that long has passed. It is held until then. */
  readonly timeLimit: (milliseconds: number) => AbortSignal;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Hides a token in the run's log from then on. */
  readonly mask: (token: Secret) => void;
  /** What is wrong with settings that admission does not understand; undefined where nothing is. */
  readonly explainSettings: (
    text: string,
    path: string,
  ) => Promise<{ readonly message: string; readonly hints: readonly Hint[] } | undefined>;
}
