import { marks } from "../../shared/marks.ts";
import { printableLine } from "../../shared/print-text.ts";
import type { StatusDocument } from "../../control/review/status-document.ts";

const marksOfStates = {
  set: marks.done,
  proved: marks.done,
  missing: marks.absent,
  half: marks.failed,
  wrong: marks.failed,
  stray: marks.attention,
  unknown: marks.unknown,
} as const;

/** The status for a person: a mark and a word on each line, readable without colour. */
export function describeStatus(status: StatusDocument): string {
  const { repo, host, records, installations, next } = status;
  const width = Math.max(...records.map(({ name }) => name.length));
  const lines = [
    `${repo} on ${host}`,
    ...describeProfile(status),
    "",
    ...records.map(
      ({ name, kind, location, state, because }) =>
        `  ${marksOfStates[state]} ${name.padEnd(width)}  ${state.padEnd(7)}  ${kind}, ${location}` +
        (because === undefined ? "" : `: ${because}`),
    ),
    ...(installations.length === 0 ? [] : [""]),
    ...installations.map(
      ({ role, app, state, because }) =>
        `  ${marksOfStates[state]} ${role} App ${app ?? ""}`.trimEnd() + `: ${state}, ${because}`,
    ),
    ...describeTroubles(status),
    ...(next.length === 0 ? [] : ["", "Next:"]),
    ...next.flatMap(({ say, command }) =>
      command === undefined ? [`  ${say}`] : [`  ${say.replace(/\.$/, "")}:`, `    ${command}`],
    ),
  ];
  return `${lines.map(printableLine).join("\n")}\n`;
}

function describeProfile({ profile }: StatusDocument): string[] {
  if (!profile) return [];
  const { decidedBy, decidedAt } = profile;
  return [`profile ${profile.profile}, decided by ${decidedBy} on ${decidedAt.slice(0, 10)}`];
}

function describeTroubles({
  profile,
  problems,
  unexpected,
  unsupported,
}: StatusDocument): string[] {
  const changed = profile?.changed ?? [];
  const lines = [
    ...problems.flatMap((problem) => problem.split("\n")),
    ...unexpected,
    ...(changed.length === 0 ? [] : [`changed since the decision: ${changed.join(", ")}`]),
    ...(unsupported.length === 0 ? [] : [`not supported for agents: ${unsupported.join(", ")}`]),
  ];
  return lines.length === 0 ? [] : ["", ...lines.map((line) => `  ${marks.attention} ${line}`)];
}
