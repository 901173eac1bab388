import { marks } from "../../shared/marks.ts";
import { printableLine } from "../../shared/print-text.ts";
import type { Hint } from "../../shared/errors.ts";
import { standings } from "../../control/review/standing.ts";
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
  const { repo, host, standing, records, installations, next } = status;
  const width = Math.max(...records.map(({ name }) => name.length));
  const lines = [
    `${repo} on ${host}: ${standings[standing]}`,
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
    ...describeWrong(status),
    ...(next.length === 0 ? [] : ["", "Next:"]),
    ...next.flatMap(describeStep),
  ];
  return `${lines.map(printableLine).join("\n")}\n`;
}

function describeProfile({ profile }: StatusDocument): string[] {
  if (!profile) return [];
  const { decidedBy, decidedAt } = profile;
  return [`profile ${profile.profile}, decided by ${decidedBy} on ${decidedAt.slice(0, 10)}`];
}

function describeWrong({ wrong }: StatusDocument): string[] {
  if (wrong.length === 0) return [];
  return [
    "",
    ...wrong.flatMap(({ title, evidence }) => [
      `  ${marks.failed} ${title}:`,
      ...evidence.flatMap((said) => said.split("\n")).map((line) => `      ${line}`),
    ]),
  ];
}

function describeStep({ say, command, link }: Hint): string[] {
  const how = command ?? link;
  return how === undefined ? [`  ${say}`] : [`  ${say.replace(/\.$/, "")}:`, `    ${how}`];
}
