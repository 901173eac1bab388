import type { TokenExpiry } from "../../src/credentials/pat/expiry.ts";
import type { Secret } from "../../src/shared/secret.ts";
import type { ControlPlace } from "../shared/control-place.ts";
import type { Clock } from "../shared/clock.ts";
import type { Browser } from "../shared/wait-in-browser.ts";

/** What the forge tells of a token, asked with that token. */
export interface TokenFacts {
  readonly login: string;
  readonly expiry: TokenExpiry;
  /** Full names of the asked repositories that it does not reach. */
  readonly outOfReach: readonly string[];
  /** What it reaches besides, where the public does not: more than was agreed to. */
  readonly beyond: readonly string[];
}

export interface EnvironmentState {
  readonly isNew: boolean;
  readonly isProtected: boolean;
  /** What protects it, in words; "nothing" is said too. */
  readonly protection: string;
}

/** What setting up a PAT does to the world. */
export interface PatDeps extends ControlPlace, Clock, Pick<Browser, "openLink"> {
  /** @throws InvalidInput when the forge does not take it */
  readonly inspectToken: (token: Secret, repositories: readonly string[]) => Promise<TokenFacts>;
  /** Who is signed in. */
  readonly operator: () => Promise<string>;
  readonly ensureEnvironment: (name: string) => Promise<EnvironmentState>;
  readonly hasPat: (environment: string) => Promise<boolean>;
  readonly storePat: (environment: string, token: Secret) => Promise<void>;
}
