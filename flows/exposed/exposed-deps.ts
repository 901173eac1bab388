import type { ExposedApp } from "../../src/plane/exposed/find-exposed-app.ts";
import type { AppClient } from "../../src/credentials/apps/app-client.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import type { Liveness } from "../../src/credentials/revoke-token.ts";
import type { StoredCredential } from "../../src/credentials/credential.ts";
import type { ActiveRun, CancelledRun } from "../../src/plane/exposed/active-runs.ts";
import type { ExposureSearch, SearchRequest } from "../../src/plane/exposed/search.ts";
import type { Situation } from "../../src/plane/exposed/situation.ts";
import type { SwitchChange } from "../../src/plane/exposed/switches.ts";
import type { HostProfile } from "../../src/forge/host-profile.ts";
import type { RepositoryName } from "../../src/forge/repository-name.ts";
import type { Settings } from "../../src/plane/scope/settings.ts";
import type { Secret } from "../../src/shared/secret.ts";
import type { Clock } from "../shared/clock.ts";
import type { Browser } from "../shared/browser-visit.ts";

/** The incident as described on the command line. The flow asks for missing values. */
export interface ExposedOptions {
  readonly credentials: readonly StoredCredential[];
  readonly packages: readonly string[];
  /** Additional kill switch variables, which are not in the settings. */
  readonly switches: readonly string[];
  /** Whether reversible steps skip the confirmation. */
  readonly isYes: boolean;
  readonly since?: Date;
}

/** External effects of the response to an exposure. */
export interface ExposedDeps extends Clock, Pick<Browser, "openLink"> {
  readonly profile: HostProfile;
  readonly repository: RepositoryName;
  readonly options: ExposedOptions;
  /** Pause between two checks, in ms. */
  readonly pollMilliseconds: number;
  readonly readSituation: () => Promise<Situation>;
  /** @throws UserError if the repository does not exist or is not visible to this account */
  readonly requireSeen: () => Promise<void>;

  readonly setSwitches: (
    variables: readonly string[],
    value: "true" | "false",
  ) => Promise<SwitchChange[]>;
  readonly cancelActiveRuns: () => Promise<CancelledRun[]>;
  readonly waitForRuns: (wait: {
    signal: AbortSignal;
    report: (stillRunning: readonly ActiveRun[]) => void;
    isOver: () => boolean;
  }) => Promise<ActiveRun[]>;

  readonly findApp: (role: AppRole) => Promise<ExposedApp | undefined>;
  readonly appClient: (clientId: string, key: Secret) => AppClient;
  readonly revokeToken: (token: Secret) => Promise<void>;
  readonly tryToken: (token: Secret) => Promise<Liveness>;
  readonly readKeyFile: (path: string) => Promise<Secret>;

  readonly search: (
    request: Pick<SearchRequest, "secrets" | "since" | "outputs" | "signal" | "report">,
  ) => Promise<ExposureSearch>;
  /** Time at which a credential's secret was stored; null if it is not stored. */
  readonly storedAt: (
    credential: StoredCredential,
    settings: Settings | undefined,
  ) => Promise<string | null>;
  readonly forgetProofs: (credential: StoredCredential) => Promise<void>;
  readonly returnToReview: () => Promise<"live" | "review" | "absent">;
}

/** Returns the control plane of the incident. */
export function placeOf({ profile, repository }: Pick<ExposedDeps, "profile" | "repository">) {
  return { host: profile.host, repository: repository.full };
}
