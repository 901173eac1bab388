import type { Listing } from "../../src/forge/listing.ts";
import type { FollowedDecided } from "../../src/plane/scope/follow-decided.ts";
import type { RepositoryFacts } from "../../src/forge/resources/repository-facts.ts";
import type { BillingAnswer } from "../../src/forge/resources/organizations.ts";
import type { ControlLocation } from "../shared/control-location.ts";
import type { Clock } from "../shared/clock.ts";
import type { StoredRecords } from "../../src/plane/repository/stored-records.ts";

/** The functions that choosing a credential requires, such as requests to the forge. */
export interface ScopeDeps extends ControlLocation, Clock, FollowedDecided {
  /** Lists the owner's repositories, from which the operator chooses targets. */
  readonly listRepositories: (signal?: AbortSignal) => Promise<Listing<string>>;
  readonly repositoryFacts: (
    fullNames: readonly string[],
  ) => Promise<ReadonlyMap<string, RepositoryFacts>>;
  readonly readBilling: () => Promise<BillingAnswer | undefined>;
  /** Returns an account's role in the owner's organization; undefined if it is not visible. */
  readonly roleOf: (login: string) => Promise<string | undefined>;
  readonly readRecords: () => Promise<StoredRecords>;
  /** The signed-in account. */
  readonly operator: () => Promise<string>;
}
