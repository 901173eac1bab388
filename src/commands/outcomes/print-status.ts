import { wrapText } from "../../layout/wrap-text.ts";
import { evidenceLines } from "./evidence-lines.ts";
import { marks } from "../../shared/marks.ts";
import { printableLine } from "../../shared/print-text.ts";
import type { Hint } from "../../shared/errors.ts";
import { standings } from "../../control/review/standing.ts";
import type { RecordStatus } from "../../control/review/record-rows.ts";
import type { StatusDocument } from "../../control/review/status-document.ts";

const marksOfStates = {
  set: marks.done,
  proved: marks.done,
  missing: marks.answer,
  half: marks.failed,
  wrong: marks.failed,
  stray: marks.attention,
  unknown: marks.unknown,
} as const;

/** The status for a person: a mark and a word on each line, readable without colour. Commands and links stay whole. */
export function describeStatus(status: StatusDocument, width: number): string {
  const { repo, host, standing, records, installations, next } = status;
  const longest = Math.max(...records.map(({ name }) => name.length));
  const lines = [
    `${repo} on ${host}: ${standings[standing]}`,
    ...describeProfile(status),
    "",
    ...records.flatMap((record) => describeRecord(record, { longest, width })),
    ...(installations.length === 0 ? [] : [""]),
    ...installations
      .map(
        ({ role, app, state, because }) =>
          `  ${marksOfStates[state]} ${role} App ${app ?? ""}`.trimEnd() + `: ${state}, ${because}`,
      )
      .flatMap((line) => hang(line, width)),
    ...describeWrong(status, width),
    ...(next.length === 0 ? [] : ["", "Next:"]),
    ...next.flatMap((step) => describeStep(step, width)),
  ];
  return `${lines.map(printableLine).join("\n")}\n`;
}

/** What is not known of one that is there is told by its mark, too. */
function describeRecord(
  { name, kind, location, state, because }: RecordStatus,
  { longest, width }: { longest: number; width: number },
): string[] {
  const mark = state === "set" && because !== undefined ? marks.unknown : marksOfStates[state];
  const row = `  ${mark} ${name.padEnd(longest)}  ${state.padEnd(7)}  ${kind}, ${location}`;
  return because === undefined ? [row] : [row, ...hang(`      ${because}`, width)];
}

function describeProfile({ profile }: StatusDocument): string[] {
  if (!profile) return [];
  const { decidedBy, decidedAt } = profile;
  return [`profile ${profile.profile}, decided by ${decidedBy} on ${decidedAt.slice(0, 10)}`];
}

/** A line that is too long goes on below its words. */
function hang(line: string, width: number): string[] {
  const [first = "", ...rest] = wrapText(printableLine(line), width - 4);
  return [first, ...rest.map((more) => `  ${more}`)];
}

export function describeWrong({ wrong }: Pick<StatusDocument, "wrong">, width: number): string[] {
  if (wrong.length === 0) return [];
  return [
    "",
    ...wrong.flatMap(({ title, evidence }) => [
      `  ${marks.failed} ${title}:`,
      ...evidenceLines(evidence, { margin: "      ", width }),
    ]),
  ];
}

export function describeStep({ say, command, link }: Hint, width: number): string[] {
  const how = command ?? link;
  return how === undefined
    ? hang(`  ${say}`, width)
    : [...hang(`  ${say.replace(/\.$/, "")}:`, width), `    ${how}`];
}
