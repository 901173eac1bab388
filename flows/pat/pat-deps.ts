import type { PatCheck } from "../../src/plane/proof/check-stored-pat.ts";
import type { EnvironmentState } from "../../src/plane/setup/ensure-environment.ts";
import type { TokenFacts } from "../../src/credentials/pat/inspect-token.ts";
import type { Secret } from "../../src/shared/secret.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import type { Clock } from "../shared/clock.ts";
import type { ReportRun } from "../../src/plane/repository/run-workflow.ts";
import type { Browser } from "../shared/browser-visit.ts";

/** External effects of the PAT setup. */
export interface PatDeps extends ControlLocation, Clock, Pick<Browser, "openLink"> {
  /** @throws InvalidInput if the API rejects the token */
  readonly inspectToken: (token: Secret, repositories: readonly string[]) => Promise<TokenFacts>;
  readonly operator: () => Promise<string>;
  readonly ensureEnvironment: (name: string) => Promise<EnvironmentState>;
  /**
   * Time at which the token in an environment was stored (ISO 8601); undefined if none is stored.
   */
  readonly patDate: (environment: string) => Promise<string | undefined>;
  /** Runs a workflow that uses the stored token in the protected environment. */
  readonly checkStoredPat: (
    environment: string,
    report: ReportRun,
    signal: AbortSignal,
  ) => Promise<PatCheck>;
  readonly storePat: (environment: string, token: Secret) => Promise<void>;
}
