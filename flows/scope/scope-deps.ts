import type { Decision } from "../../src/control/scope/decision.ts";
import type { RepositoryFacts } from "../../src/forge/resources/repository-facts.ts";
import type { Settings } from "../../src/control/scope/settings.ts";
import type { BillingAnswer } from "../../src/forge/resources/organizations.ts";
import type { ControlPlace } from "../shared/control-place.ts";
import type { Clock } from "../shared/clock.ts";
import type { StoredRecords } from "../../src/control/stored-records.ts";

/** What deciding on a credential needs of the world. */
export interface ScopeDeps extends ControlPlace, Clock {
  /** The checked-in settings; undefined when there are none. @throws InvalidSettings */
  readonly readSettings: () => Promise<Settings | undefined>;
  readonly writeSettings: (settings: Settings) => Promise<void>;
  readonly readDecision: () => Promise<Decision | undefined>;
  readonly writeDecision: (decision: Decision) => Promise<void>;
  /** Repositories of the same owner, to choose targets from. */
  readonly listRepositories: () => Promise<readonly string[]>;
  readonly repositoryFacts: (
    fullNames: readonly string[],
  ) => Promise<ReadonlyMap<string, RepositoryFacts>>;
  readonly readBilling: () => Promise<BillingAnswer | undefined>;
  readonly readRecords: () => Promise<StoredRecords>;
  /** Who is signed in. */
  readonly operator: () => Promise<string>;
}
