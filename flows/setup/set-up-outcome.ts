import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import type { Profile } from "../../src/credentials/profile/choice.ts";
import type { HandOver } from "../../src/plane/setup/hand-over.ts";
import type { OverallStatus } from "../../src/plane/verify/overall-status.ts";
import type { PatSummary } from "../pat/pat-summary.ts";
import type { AppInstallation } from "./install-app.ts";
import type { ControlFileState } from "./offer-control-file.ts";

/** The state of one App and its intended repositories. */
export interface AppOutcome extends AppInstallation {
  readonly role: AppRole;
  readonly slug: string | undefined;
  readonly clientId: string;
}

/** The result of a setup, with an entry for each App. */
export interface SetUpOutcome {
  /** Undefined if no profile was chosen. */
  readonly profile: Profile | undefined;
  /** Whether the scope is committed or left for later. */
  readonly scope: "described" | "later";
  /** The PAT, if one was chosen. */
  readonly pat?: PatSummary;
  /** Apps that the profile does not use but whose records are kept, so runs still use them. */
  readonly unchosen: readonly AppRole[];
  readonly apps: readonly AppOutcome[];
  /**
   * The user who decided on the scope and can complete the setup, if this run created Apps for
   * another user.
   */
  readonly createdFor?: string;
  /** The Apps that an owner has to create first; undefined if there are none. */
  readonly handOver?: HandOver;
  /** The file that all workflows import; undefined if no profile is chosen. */
  readonly controlFile?: ControlFileState;
  /**
   * Whether the agents' firewall rules are set up now or later; undefined if the run only changes
   * the scope.
   */
  readonly firewall?: "now" | "later";
  /**
   * Whether an agent's engine is configured now or later; undefined if the run only changes the
   * scope.
   */
  readonly engine?: "now" | "later";
}

/**
 * Returns the resulting state of the credentials. It is complete only if a profile is chosen, and
 * each App's installation and any PAT are verified.
 */
export function overallStatusAfter({
  apps,
  handOver,
  scope,
  unchosen,
  pat,
}: Pick<SetUpOutcome, "apps" | "handOver" | "scope" | "unchosen" | "pat">): Exclude<
  OverallStatus,
  "not set up"
> {
  if (handOver || unchosen.length > 0) return "incomplete";
  if (pat?.state === "unknown") return "incomplete";
  if (!apps.every(({ installation }) => installation === "proved")) return "incomplete";
  return scope === "later" ? "profile not chosen" : "complete";
}

/** Returns whether the setup waits for an owner of the organization. */
export function isPending({ handOver, apps }: Pick<SetUpOutcome, "handOver" | "apps">): boolean {
  return handOver !== undefined || apps.some(({ installation }) => installation === "pending");
}
