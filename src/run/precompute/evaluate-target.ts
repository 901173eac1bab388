import type { Refused, TargetFacts } from "../../forge/resources/target-facts.ts";
import { cleanText } from "./clean-text.ts";
import type { Target, TargetRepository, TargetWorkflow, Unread } from "./document.ts";
import type { Details } from "./read-details.ts";
import type { CompletedAnswer } from "./complete-answers.ts";

export interface TargetEvidence {
  /** Undefined if the run did not reach the target. */
  readonly answer: CompletedAnswer | undefined;
  readonly details: Details | undefined;
  /** Whether details were requested. If so, a target without details is incomplete. */
  readonly wantsDetails: boolean;
  /**
   * The workflow files at the target's head, read now or in an earlier run; undefined if unknown.
   */
  readonly files: readonly string[] | undefined;
  /** The reason why the run stopped, if it did not reach this target. */
  readonly ended: string | undefined;
  readonly folder: string;
}

/** Maximum number of files to list for each target. */
const mostFiles = 100;

/**
 * Combines the data about a target. If data could not be read, reports the reason and never guesses
 * a value.
 */
export function evaluateTarget(name: string, evidence: TargetEvidence): Target {
  const { answer, ended = notReached } = evidence;
  const target = cleanText(name);
  const nothing = { target, unread: [], renamedTo: null, repository: null };
  if (answer?.state === "absent") return { ...nothing, state: "missing" };
  if (answer?.state !== "found") {
    const reason = answer && "reason" in answer ? answer.reason : ended;
    const renamedTo = answer?.state === "elsewhere" ? findNewName(name, answer) : null;
    return { ...nothing, state: "incomplete", unread: [gap("repository", reason)], renamedTo };
  }
  const { facts } = answer;
  const unread = findUnread(answer.refused, evidence);
  return {
    target,
    state: facts.isArchived ? "archived" : unread.length > 0 ? "incomplete" : "complete",
    unread,
    renamedTo: findNewName(name, facts),
    repository: describe(facts, evidence),
  };
}

const notReached = "not reached by this run";

function gap(what: Unread["what"], reason: string): Unread {
  return { what, reason: cleanText(reason) };
}

function findNewName(target: string, { fullName }: { readonly fullName: string }): string | null {
  return fullName.toLowerCase() === target.toLowerCase() ? null : cleanText(fullName);
}

function findUnread(refused: readonly Refused[], evidence: TargetEvidence): Unread[] {
  const { details, files, wantsDetails, ended = notReached } = evidence;
  return [
    ...refused.map(({ what, reason }) => gap(words[what], reason)),
    ...(files !== undefined && files.length > mostFiles
      ? [gap("workflow files", `there are more than ${mostFiles}`)]
      : []),
    ...(wantsDetails && details === undefined ? [gap("workflow states", ended)] : []),
    ...(details?.unread ?? []).map(({ what, reason }) => gap(what, reason)),
  ];
}

const words = {
  repository: "repository",
  "default branch": "default branch",
  files: "workflow files",
} as const satisfies Record<Refused["what"], Unread["what"]>;

function describe(
  facts: TargetFacts,
  { details, files, folder }: TargetEvidence,
): TargetRepository {
  const { id, fullName, visibility, defaultBranch } = facts;
  return {
    id,
    fullName: cleanText(fullName),
    visibility,
    defaultBranch: defaultBranch && { ...defaultBranch, name: cleanText(defaultBranch.name) },
    features: {
      issues: facts.hasIssues,
      pullRequests: facts.hasPullRequests,
      actions: details?.actions ?? null,
    },
    workflows:
      files?.slice(0, mostFiles).map((name) => toWorkflow(`${folder}/${name}`, details)) ?? null,
  };
}

function toWorkflow(path: string, details: Details | undefined): TargetWorkflow {
  const known = details?.workflows?.find((each) => each.path === path);
  return {
    path: cleanText(path),
    name: known === undefined ? null : cleanText(known.name),
    state: known === undefined ? null : cleanText(known.state),
  };
}
