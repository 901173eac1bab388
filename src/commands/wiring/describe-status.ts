import type { StatusDocument } from "./read-status.ts";

const marks = {
  set: "✔",
  proved: "✔",
  missing: "·",
  half: "!",
  wrong: "!",
  unknown: "?",
} as const;

/** The status for a person: a mark and a word on each line, readable without colour. */
export function describeStatus({
  repo,
  host,
  records,
  installations,
  next,
}: StatusDocument): string {
  const width = Math.max(...records.map(({ name }) => name.length));
  const lines = [
    `${repo} on ${host}`,
    "",
    ...records.map(
      ({ name, kind, location, state }) =>
        `  ${marks[state]} ${name.padEnd(width)}  ${state.padEnd(7)}  ${kind}, ${location}`,
    ),
    "",
    ...installations.map(
      ({ role, app, state, because }) =>
        `  ${marks[state]} ${role} App ${app ?? ""}`.trimEnd() + `: ${state}, ${because}`,
    ),
    ...(next.length === 0 ? [] : ["", "Next:"]),
    ...next.map(({ say, command }) => `  ${say}:\n    ${command}`),
  ];
  return `${lines.join("\n")}\n`;
}
