import { rotateOptions } from "../repository/command-line.ts";
import { findReminders } from "./reminders.ts";
import type { Reminder } from "./reminders.ts";
import { compareScope, scopeFingerprint } from "../scope/scope.ts";
import type { ScopePart } from "../scope/scope.ts";
import { valueOf } from "../scope/read-decided.ts";
import type { Profile } from "../../credentials/profile/choice.ts";
import type { Hint } from "../../shared/errors.ts";
import type { ReviewCheck } from "./checks/check.ts";
import type { InstallationStatus } from "./installation-rows.ts";
import type { ControlPlaneStatus } from "./evaluate-status.ts";
import type { RecordStatus } from "./record-rows.ts";
import type { ReviewFacts } from "./review-facts.ts";
import { nextFrom } from "./overall-status.ts";
import type { Standing } from "./overall-status.ts";

/** What `status --json` prints. */
export interface StatusDocument {
  readonly repo: string;
  readonly host: string;
  readonly standing: Standing;
  readonly complete: boolean;
  /** Whether all is as it should be, as far as this login sees, but for what a run alone can tell. */
  readonly lacksOnlyProof: boolean;
  readonly records: readonly RecordStatus[];
  readonly installations: readonly InstallationStatus[];
  /** What was decided; null when nothing was. */
  readonly profile: DecidedProfile | null;
  readonly reminders: readonly Reminder[];
  /** What the review fails by, as far as it needs no run. */
  readonly wrong: readonly Pick<ReviewCheck, "id" | "title" | "evidence">[];
  readonly next: readonly Hint[];
}

interface DecidedProfile {
  readonly profile: Profile;
  readonly decidedBy: string;
  readonly decidedAt: string;
  /** When the token ends that somebody consented to; null without one. ISO 8601 */
  readonly expiresAt: string | null;
  /** What changed in the settings since; with anything in it the profile has to be reviewed again. */
  readonly changed: readonly ScopePart[];
}

export interface StatusParts {
  readonly repo: string;
  readonly host: string;
  readonly facts: Pick<ReviewFacts, "settings" | "decision" | "now" | "command">;
  readonly status: ControlPlaneStatus;
  /** The review's, without a run. */
  readonly checks: readonly ReviewCheck[];
}

/** Puts together how a control plane stands, and what there is to do, the most urgent first. */
export function composeStatus(parts: StatusParts): StatusDocument {
  const { repo, host, facts, status } = parts;
  const settings = valueOf(facts.settings);
  const decision = valueOf(facts.decision);
  const profile = decision && {
    profile: decision.choice.profile,
    decidedBy: decision.decidedBy,
    decidedAt: decision.decidedAt,
    expiresAt: decision.consent?.expiresAt ?? null,
    changed: settings ? compareScope(decision.scope, scopeFingerprint(settings)) : [],
  };
  const standing = evaluateStanding(parts);
  const reminders = findReminders({ decision, now: facts.now });
  const { records, installations } = status;
  const failed = parts.checks.filter(isFailed);
  const wrong = standing === "not set up" ? failed.filter(({ id }) => !isOfTheScope(id)) : failed;
  return {
    repo,
    host,
    standing,
    complete: standing === "complete",
    lacksOnlyProof: lacksOnlyProof(parts, { standing, wrong }),
    records,
    installations,
    profile: profile ?? null,
    reminders,
    wrong: wrong.map(({ id, title, evidence }) => ({ id, title, evidence })),
    next: listNext(parts, { standing, reminders, wrong }),
  };
}

const isFailed = ({ state }: ReviewCheck) => state === "fail";
/** They fail while nothing is decided, whatever else is there. */
const isOfTheScope = (id: ReviewCheck["id"]) => id === "settings" || id === "decision";

/** What a look tells without a run: unknown only where this login may not look, or nobody gave their word. */
const reportedByACheck: readonly ReviewCheck["id"][] = [
  "pat-only",
  "precedence",
  "pat-environment",
  "inference-billing",
  "inference-fallbacks",
];

function findUnseen(checks: readonly ReviewCheck[]): ReviewCheck[] {
  return checks.filter(({ id, state }) => state === "unknown" && reportedByACheck.includes(id));
}

/** Nothing is complete that the review would fail. */
function evaluateStanding({ facts, status, checks }: StatusParts): Standing {
  const isUndecided = facts.settings.state === "missing" && facts.decision.state === "missing";
  if (isUndecided && status.isBare) return "not set up";
  if (!status.isComplete || status.advice.length > 0) return "incomplete";
  const failed = checks.filter(isFailed);
  if (failed.length === 0) return findUnseen(checks).length === 0 ? "complete" : "incomplete";
  const isAllElseWell = failed.every(({ id }) => isOfTheScope(id));
  return isUndecided && isAllElseWell ? "profile not chosen" : "incomplete";
}

function lacksOnlyProof(
  { status, checks }: StatusParts,
  { standing, wrong }: Pick<Findings, "standing" | "wrong">,
): boolean {
  const isElseWell = wrong.length + status.advice.length + findUnseen(checks).length === 0;
  return standing === "incomplete" && status.isUnproved && isElseWell;
}

interface Findings {
  readonly standing: Standing;
  readonly reminders: readonly Reminder[];
  readonly wrong: readonly ReviewCheck[];
}

function listNext(
  { facts: { command, settings }, status, checks }: StatusParts,
  { standing, reminders, wrong }: Findings,
): Hint[] {
  // What is wrong says by itself what to do; what is missing does not.
  const isOnlyWrong = standing === "incomplete" && status.isComplete;
  // Without a scope, a review does not know what an App has to cover.
  const isUnproved = standing === "incomplete" && status.isUnproved && settings.state === "valid";
  // While something is wrong, there is no use in a run.
  const prove =
    wrong.length > 0 ? [] : [{ say: "Let a run try what is stored", command: command("verify") }];
  const steps: Hint[] = [
    ...status.advice.map((say) => ({ say })),
    ...reminders.map(({ say }) => ({ say, command: command("rotate", rotateOptions("pat")) })),
    ...wrong.flatMap(({ next }) => next),
    ...(standing === "incomplete" ? findUnseen(checks).flatMap(({ next }) => next) : []),
    ...(isUnproved ? prove : isOnlyWrong ? [] : [nextFrom(standing, command)]),
  ];
  return steps.filter(isFirst);
}

/** What is to be done is said once, though several things call for it. */
function isFirst(step: Hint, index: number, steps: readonly Hint[]): boolean {
  const what = ({ say, command, link }: Hint) => command ?? link ?? say;
  return steps.findIndex((other) => what(other) === what(step)) === index;
}
