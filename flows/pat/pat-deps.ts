import type { PatCheck } from "../../src/plane/proof/check-stored-pat.ts";
import type { EnvironmentState } from "../../src/plane/setup/ensure-environment.ts";
import type { TokenFacts } from "../../src/credentials/pat/inspect-token.ts";
import type { Secret } from "../../src/shared/secret.ts";
import type { ControlPlace } from "../shared/control-place.ts";
import type { Clock } from "../shared/clock.ts";
import type { ReportRun } from "../../src/plane/repository/run-workflow.ts";
import type { Browser } from "../shared/browser-visit.ts";

/** What setting up a PAT does to the world. */
export interface PatDeps extends ControlPlace, Clock, Pick<Browser, "openLink"> {
  /** @throws InvalidInput when the forge does not take it */
  readonly inspectToken: (token: Secret, repositories: readonly string[]) => Promise<TokenFacts>;
  /** Who is signed in. */
  readonly operator: () => Promise<string>;
  readonly ensureEnvironment: (name: string) => Promise<EnvironmentState>;
  /** When the token there was stored (ISO 8601); undefined where there is none. */
  readonly patDate: (environment: string) => Promise<string | undefined>;
  /** Has a run in the protected environment use the stored token. */
  readonly checkStoredPat: (
    environment: string,
    say: ReportRun,
    signal: AbortSignal,
  ) => Promise<PatCheck>;
  readonly storePat: (environment: string, token: Secret) => Promise<void>;
}
