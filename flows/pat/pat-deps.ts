import type { EnvironmentState } from "../../src/control/setup/ensure-environment.ts";
import type { TokenFacts } from "../../src/credentials/pat/inspect-token.ts";
import type { Secret } from "../../src/shared/secret.ts";
import type { ControlPlace } from "../shared/control-place.ts";
import type { Clock } from "../shared/clock.ts";
import type { Browser } from "../shared/browser-visit.ts";

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
