import type { RepositoryName } from "../../src/forge/repository-name.ts";
import type { HostProfile } from "../../src/forge/host-profile.ts";
import type { TokenExpiry } from "../../src/credentials/pat/expiry.ts";
import type { Secret } from "../../src/shared/secret.ts";

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
export interface PatDeps {
  readonly profile: HostProfile;
  readonly repository: RepositoryName;
  readonly now: () => Date;
  /**
   * Opens the operator's browser. False when that is not wanted or not possible; the link is on screen anyway.
   * @param selection repositories that the page is opened to select: a person reads them, the demo's robot is told
   */
  readonly openLink: (link: string, selection?: readonly string[]) => Promise<boolean>;
  /** @throws InvalidInput when the forge does not take it */
  readonly inspectToken: (token: Secret, repositories: readonly string[]) => Promise<TokenFacts>;
  /** Who is signed in. */
  readonly operator: () => Promise<string>;
  readonly ensureEnvironment: (name: string) => Promise<EnvironmentState>;
  readonly hasPat: (environment: string) => Promise<boolean>;
  readonly storePat: (environment: string, token: Secret) => Promise<void>;
}
