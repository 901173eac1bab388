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
import type { OverallStatus } from "./overall-status.ts";

/** The output of `status --json`. */
export interface StatusDocument {
  readonly repo: string;
  readonly host: string;
  readonly overallStatus: OverallStatus;
  readonly complete: boolean;
  /** Whether all visible results are correct, and only results that require a run are missing. */
  readonly lacksOnlyProof: boolean;
  readonly records: readonly RecordStatus[];
  readonly installations: readonly InstallationStatus[];
  /** The chosen profile; null if there is no decision. */
  readonly profile: DecidedProfile | null;
  readonly reminders: readonly Reminder[];
  /** Checks that failed in a review without a run. */
  readonly wrong: readonly Pick<ReviewCheck, "id" | "title" | "evidence" | "page">[];
  readonly next: readonly Hint[];
}

interface DecidedProfile {
  readonly profile: Profile;
  readonly decidedBy: string;
  readonly decidedAt: string;
  /** Expiry of the token that the consent covers (ISO 8601); null if there is no consent. */
  readonly expiresAt: string | null;
  /**
   * Parts of the scope that changed since the decision. If there are any, the profile must be
   * reviewed again.
   */
  readonly changed: readonly ScopePart[];
  /** URL of the section that explains how to review the profile again; undefined if nothing changed. */
  readonly page?: string;
}

export interface StatusParts {
  readonly repo: string;
  readonly host: string;
  readonly facts: Pick<ReviewFacts, "settings" | "decision" | "now" | "command">;
  readonly status: ControlPlaneStatus;
  /** Results of a review without a run. */
  readonly checks: readonly ReviewCheck[];
}

/** Combines the overall status and the next steps, most urgent first. */
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
  const overallStatus = evaluateOverallStatus(parts);
  const reminders = findReminders({ decision, now: facts.now });
  const { records, installations } = status;
  const failed = listFailed(parts);
  const wrong =
    overallStatus === "not set up" ? failed.filter(({ id }) => !isOfTheScope(id)) : failed;
  return {
    repo,
    host,
    overallStatus,
    complete: overallStatus === "complete",
    lacksOnlyProof: lacksOnlyProof(parts, { overallStatus, wrong }),
    records,
    installations,
    profile: profile ?? null,
    reminders,
    wrong: wrong.map(({ state: _state, next: _next, ...check }) => check),
    next: listNext(parts, { overallStatus, reminders, wrong }),
  };
}

/** Identifies the checks that always fail while there is no decision. */
const isOfTheScope = (id: ReviewCheck["id"]) => id === "settings" || id === "decision";

/** Lists the failed checks. Without a decision, a control file cannot be rendered yet. */
function listFailed({ facts, checks }: Pick<StatusParts, "facts" | "checks">): ReviewCheck[] {
  const isDecided = facts.decision.state !== "missing";
  return checks.filter(
    ({ id, state }) => state === "fail" && (isDecided || id !== "shared-control"),
  );
}

/**
 * Checks that do not need a run. They are unknown only if this account lacks access, a confirmation
 * is missing, or a workflow imports a file that gatehouse cannot read.
 */
const reportedByACheck: readonly ReviewCheck["id"][] = [
  "pat-only",
  "precedence",
  "pat-environment",
  "shared-control",
  "inference-billing",
  "inference-fallbacks",
];

function findUnseen(checks: readonly ReviewCheck[]): ReviewCheck[] {
  return checks.filter(({ id, state }) => state === "unknown" && reportedByACheck.includes(id));
}

/** Evaluates the overall status. It is never complete if the review would fail. */
function evaluateOverallStatus({ facts, status, checks }: StatusParts): OverallStatus {
  const isUndecided = facts.settings.state === "missing" && facts.decision.state === "missing";
  if (isUndecided && status.isBare) return "not set up";
  if (!status.isComplete || status.advice.length > 0) return "incomplete";
  const failed = listFailed({ facts, checks });
  if (failed.length === 0) return findUnseen(checks).length === 0 ? "complete" : "incomplete";
  const isAllElseWell = failed.every(({ id }) => isOfTheScope(id));
  return isUndecided && isAllElseWell ? "profile not chosen" : "incomplete";
}

function lacksOnlyProof(
  { status, checks }: StatusParts,
  { overallStatus, wrong }: Pick<Findings, "overallStatus" | "wrong">,
): boolean {
  const isElseWell = wrong.length + status.advice.length + findUnseen(checks).length === 0;
  return overallStatus === "incomplete" && status.isUnproved && isElseWell;
}

interface Findings {
  readonly overallStatus: OverallStatus;
  readonly reminders: readonly Reminder[];
  readonly wrong: readonly ReviewCheck[];
}

function listNext(
  { facts: { command, settings }, status, checks }: StatusParts,
  { overallStatus, reminders, wrong }: Findings,
): Hint[] {
  // If only checks failed, their own next steps are enough. A missing credential needs the next
  // step of the overall status, which invalid settings would stop.
  const isOnlyWrong =
    (overallStatus === "incomplete" && status.isComplete) || settings.state === "broken";
  // Without a scope, a review cannot determine which repositories an App must cover.
  const isUnproved =
    overallStatus === "incomplete" && status.isUnproved && settings.state === "valid";
  // A run would not change the result while a check fails.
  const prove =
    wrong.length > 0
      ? []
      : [{ text: "Test the stored credentials with a run", command: command("verify") }];
  const steps: Hint[] = [
    ...status.advice.map((text) => ({ text })),
    ...reminders.map(({ text }) => ({ text, command: command("rotate", rotateOptions("pat")) })),
    ...wrong.flatMap(({ next }) => next),
    ...(overallStatus === "incomplete" ? findUnseen(checks).flatMap(({ next }) => next) : []),
    ...(isUnproved ? prove : isOnlyWrong ? [] : [nextFrom(overallStatus, command)]),
  ];
  return steps.filter(isFirst);
}

/**
 * Returns whether a step occurs for the first time, so that steps with several causes are listed
 * once.
 */
function isFirst(step: Hint, index: number, steps: readonly Hint[]): boolean {
  const what = ({ text, command, link }: Hint) => command ?? link ?? text;
  return steps.findIndex((other) => what(other) === what(step)) === index;
}
