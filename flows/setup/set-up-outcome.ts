import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import type { Profile } from "../../src/credentials/profile/choice.ts";
import type { Standing } from "../../src/plane/verify/overall-status.ts";
import type { PatSummary } from "../pat/pat-summary.ts";
import type { AppInstallation } from "./install-app.ts";
import type { ControlFileState } from "./offer-control-file.ts";

/** One App: how far it is, and where it is to be. */
export interface AppOutcome extends AppInstallation {
  readonly role: AppRole;
  readonly slug: string | undefined;
  readonly clientId: string;
}

/** What a setup ends with, an entry for each App. */
export interface SetUpOutcome {
  /** Undefined while none was chosen. */
  readonly profile: Profile | undefined;
  /** Whether the scope is checked in, or left for later. */
  readonly scope: "described" | "later";
  /** The PAT, where one was chosen. */
  readonly pat?: PatSummary;
  /** Apps that the profile does not call for, whose records stay all the same: runs use them. */
  readonly unchosen: readonly AppRole[];
  readonly apps: readonly AppOutcome[];
  /** What all workflows import; nothing where no profile is chosen that it could be for. */
  readonly controlFile?: ControlFileState;
  /** When the rules of the agents' firewall are chosen; not asked where only the scope is changed. */
  readonly firewall?: "now" | "later";
  /** The same of an agent's engine. */
  readonly engine?: "now" | "later";
}

/** How the control plane stands then: complete only when each App was seen where it should be and a token to work, for a chosen profile. */
export function standingAfter({
  apps,
  scope,
  unchosen,
  pat,
}: Pick<SetUpOutcome, "apps" | "scope" | "unchosen" | "pat">): Exclude<Standing, "not set up"> {
  if (unchosen.length > 0) return "incomplete";
  if (pat?.state === "unknown") return "incomplete";
  if (!apps.every(({ installation }) => installation === "proved")) return "incomplete";
  return scope === "later" ? "profile not chosen" : "complete";
}
