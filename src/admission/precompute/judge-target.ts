import type { Settings } from "../../control/scope/settings.ts";
import type { Refused, TargetAnswer, TargetFacts } from "../../forge/resources/target-facts.ts";
import { redact } from "../../shared/redact.ts";
import type { Target, TargetWorkflow, Unread } from "./document.ts";
import type { Details } from "./read-details.ts";

export interface TargetEvidence {
  /** Undefined for a target that was not come to. */
  readonly answer: TargetAnswer | undefined;
  readonly details: Details | undefined;
  /** Whether details were wanted of it: then it is incomplete without. */
  readonly wantsDetails: boolean;
  /** Of its head, where they were read or are known of before. */
  readonly files: readonly string[] | undefined;
  /** Why the run ended, for what was not come to. */
  readonly ended: string | undefined;
  readonly folder: string;
}

/** A list of files is not longer than this. */
const mostFiles = 100;

/** Puts together what is known of a target. What could not be read is told with its reason, and never guessed. */
export function judgeTarget(
  target: string,
  { allowedOwners }: Pick<Settings, "allowedOwners">,
  evidence: TargetEvidence,
): Target {
  const { answer, ended = "the run did not come to it" } = evidence;
  if (answer?.state === "absent") return nothingOf(target, "missing", []);
  if (answer?.state !== "found") {
    const because = answer?.state === "unread" ? answer.because : ended;
    return nothingOf(target, "incomplete", [{ what: "repository", because }]);
  }
  const { facts } = answer;
  const isRenamed = facts.fullName.toLowerCase() !== target.toLowerCase();
  const renamedTo = isRenamed ? facts.fullName : null;
  // A name that leads out of the allow-list by now is no way to read what lies there.
  const owner = facts.fullName.split("/")[0]?.toLowerCase();
  if (!allowedOwners.some((each) => each.toLowerCase() === owner)) {
    const because = `it belongs to ${owner ?? "nobody"} now, who is not one of the allowed owners`;
    return { ...nothingOf(target, "incomplete", [{ what: "repository", because }]), renamedTo };
  }
  const unread = findUnread(facts, evidence);
  const state = facts.isArchived ? "archived" : unread.length > 0 ? "incomplete" : "complete";
  return { target, state, unread, renamedTo, repository: describe(facts, evidence) };
}

function nothingOf(target: string, state: Target["state"], unread: readonly Unread[]): Target {
  return { target, state, unread, renamedTo: null, repository: null };
}

function findUnread(facts: TargetFacts, evidence: TargetEvidence): Unread[] {
  const { answer, details, files, wantsDetails } = evidence;
  const refused = answer?.state === "found" ? answer.refused : [];
  const because = evidence.ended ?? "the run did not come to it";
  return [
    ...refused
      // What is switched off has nothing to count.
      .filter(({ what }) => isOn(facts, what))
      .map((each): Unread => ({ what: words[each.what], because: each.because })),
    ...(files === undefined && refused.every(({ what }) => what !== "files")
      ? [{ what: "workflow files" as const, because }]
      : []),
    ...(files !== undefined && files.length > mostFiles
      ? [{ what: "workflow files" as const, because: `there are more than ${mostFiles}` }]
      : []),
    ...(wantsDetails && details === undefined
      ? [{ what: "workflow states" as const, because }]
      : []),
    ...(details?.unread ?? []),
  ];
}

const words = {
  files: "workflow files",
  issues: "open issues",
  pullRequests: "open pull requests",
} as const satisfies Record<Refused["what"], Unread["what"]>;

function isOn({ hasIssues, hasPullRequests }: TargetFacts, what: Refused["what"]): boolean {
  return { files: true, issues: hasIssues, pullRequests: hasPullRequests }[what];
}

function describe(facts: TargetFacts, { details, files, folder }: TargetEvidence) {
  const { id, fullName, visibility, defaultBranch, open } = facts;
  return {
    id,
    fullName,
    visibility,
    // Whoever names a branch or a workflow like a credential keeps no run from what else is known.
    defaultBranch: defaultBranch && { ...defaultBranch, name: redact(defaultBranch.name) },
    features: {
      issues: facts.hasIssues,
      pullRequests: facts.hasPullRequests,
      actions: details?.actions ?? null,
    },
    workflows:
      files?.slice(0, mostFiles).map((name) => toWorkflow(`${folder}/${name}`, details)) ?? null,
    openIssues: open.issues ?? null,
    openPullRequests: open.pullRequests ?? null,
  };
}

function toWorkflow(path: string, details: Details | undefined): TargetWorkflow {
  const known = details?.workflows?.find((each) => each.path === path);
  const name = known === undefined ? null : redact(known.name);
  return { path: redact(path), name, state: known?.state ?? null };
}
