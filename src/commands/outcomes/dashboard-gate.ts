import type { GateItem } from "../../plane/dashboard/gate-item.ts";
import { gateVariable } from "../../credentials/records.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import { factRows, headRows, marked, rail, textRows } from "../../terminal/rows.ts";
import type { Row } from "../../terminal/rows.ts";
import { count } from "../../shared/count.ts";
import type { MarkState } from "../../shared/marks.ts";

interface Time {
  readonly style: RenderOptions;
  readonly now: Date;
}

const gateMarks: Readonly<Record<GateItem["state"], MarkState>> = {
  open: "done",
  closed: "failed",
  unknown: "unknown",
};

export function gateRows(gate: GateItem, { style, now }: Time): Row[] {
  const { state, opensAt } = gate;
  const beside =
    opensAt === null ? "" : `opens ${clock(opensAt)} UTC, in ${describeWait(opensAt, now)}`;
  const title = `API capacity admission gate: ${state}`;
  const prefix = marked(style, gateMarks[state]);
  const below = rail(style, state === "closed" ? "bad" : "quiet");
  return [
    ...headRows(title, beside, { style, prefix: { first: prefix.first, rest: below.rest } }),
    ...describeGate(gate).flatMap((line) => textRows(line, { style, prefix: below })),
  ];
}

function describeGate({ unchecked, ...gate }: GateItem): string[] {
  const text = describeState(gate);
  if (unchecked === 0) return text;
  return [
    ...text,
    `${count(unchecked, "run")} not checked yet: this hour's request budget is used up.`,
  ];
}

function describeState({
  state,
  record,
  latestFailure,
  written,
  admissions,
}: Omit<GateItem, "unchecked">): string[] {
  const stops = "Later runs are denied at once, without a request.";
  const runs = latestFailure
    ? [describeFailure(latestFailure, state)]
    : [describeAdmissions(admissions)];
  if (state === "unknown") {
    if (admissions > 0 && !latestFailure) return runs;
    return latestFailure
      ? [...runs, "The opening time is unknown, because the run's log is not available."]
      : [record === "unknown" ? unreadable : describeAdmissions(0)];
  }
  if (record !== "active") {
    return record === "invalid"
      ? [...runs, "The gate record is invalid, so each run checks again."]
      : runs;
  }
  // Prefers the values of the denied run, because the gate record may be older.
  return latestFailure ? [...runs, stops] : [describeWritten(written), stops];
}

const unreadable =
  "This account cannot read the repository's variables, and no run has reached the gate.";

function describeAdmissions(admissions: number): string {
  if (admissions === 0) return "None of the latest runs reached the gate.";
  if (admissions === 1) return "The latest run that reached the gate was admitted.";
  return `The latest ${admissions} runs that reached the gate were admitted.`;
}

function describeWritten(written: GateItem["written"]): string {
  const { remaining = 0, sourceRun = null } = written ?? {};
  const who = sourceRun === null ? "A run" : `Run ID ${sourceRun}`;
  return `${who} had ${count(remaining, "request")} left.`;
}

function describeFailure(
  { number, workflow, remaining, required, at }: NonNullable<GateItem["latestFailure"]>,
  state: GateItem["state"],
): string {
  const when = state === "closed" ? "" : ` on ${at.slice(0, 10)} at ${clock(at)} UTC`;
  const what =
    remaining === null || required === null
      ? "was denied"
      : `had ${count(remaining, "request")} left, needed ${required}`;
  return `Run ${number} of ${workflow} ${what}${when}.`;
}

export function recordRows({ record, written }: GateItem, style: RenderOptions): Row[] {
  const prefix = rail(style, "quiet");
  if (!written) return factRows([{ name: gateVariable, text: record }], { style, prefix });
  const { limit, remaining, reset, sourceRun } = written;
  return factRows(
    [
      { name: gateVariable, text: record },
      { name: "Remaining", text: `${remaining} of ${limit}` },
      { name: "Reset", text: reset ?? "unknown" },
      {
        name: "Written by",
        text: sourceRun === null ? "unknown run" : `run ${sourceRun}`,
      },
    ],
    { style, prefix },
  );
}

/** Formats a time as `15:04`, in UTC, so that it is the same for all readers. */
export function clock(at: string): string {
  return new Date(at).toISOString().slice(11, 16);
}

/** Formats the remaining time in minutes, or in seconds if it is less than two minutes. */
function describeWait(at: string, now: Date): string {
  const seconds = Math.max(0, Math.ceil((Date.parse(at) - now.getTime()) / 1000));
  return seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
