import {
  mostListed,
  describeOverallStatus,
  describeVerdict,
  unproved,
} from "../../plane/fleet/fleet-markdown.ts";
import type { FleetMember, FleetReport } from "../../plane/fleet/fleet-report.ts";
import type { StatusDocument } from "../../plane/verify/status-document.ts";
import type { LineChange } from "../../run/control/line-changes.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import { nextRows } from "../../terminal/report.ts";
import { hanging, lineRows, marked, rail, textRows, type Row } from "../../terminal/rows.ts";
import { tableRows, type TableRow } from "../../terminal/table.ts";
import { count } from "../../shared/count.ts";
import type { Hint } from "../../shared/errors.ts";
import { ownCommandLine, typedHere } from "../../shared/own-command.ts";
import { formatCounts } from "./print-review.ts";
import type { ReviewDocument } from "./print-review.ts";
import { docsUrl } from "../../shared/docs-url.ts";

/** The document of `fleet render --json`, without the gatehouse package that a run installs. */
export interface RenderedFleet {
  readonly file: string;
  /** Whether only a check was requested. */
  readonly check: boolean;
  /** State of the existing file. */
  readonly state: "missing" | "changed" | "unchanged";
  readonly schedule: string;
  readonly repositories: readonly string[];
  readonly changes: readonly LineChange[];
}

const written = {
  missing: "is written",
  changed: "is updated",
  unchanged: "is unchanged",
} as const;

function describeChecked(state: RenderedFleet["state"]): string {
  if (state === "missing") return "does not exist";
  const render = ownCommandLine("fleet", "render");
  return state === "changed"
    ? `differs from the output of ${render}`
    : `matches the output of ${render}`;
}

/** Formats the result, and the changes to an existing file. */
export function renderedFleetRows(rendered: RenderedFleet, style: RenderOptions): Row[] {
  const { file, check, state, schedule, repositories, changes } = rendered;
  const whom = `${count(repositories.length, "control repository")}, at ${schedule} UTC`;
  const text = `${file} ${check ? describeChecked(state) : written[state]}: ${whom}`;
  const isWell = !check || state === "unchanged";
  const prefix = hanging(rail(style, "quiet"));
  const next = {
    text: `Store the fleet's credential: ${docsUrl}/fleet.md#credentials`,
  };
  return [
    ...textRows(text, { style, prefix: marked(style, isWell ? "done" : "failed") }),
    ...changes.flatMap(({ sign, line }) => lineRows(`${sign} ${line}`, { style, prefix })),
    ...(!check && state === "missing" ? nextRows([next], { style }) : []),
  ];
}

export interface CheckedPlane {
  readonly status: Pick<StatusDocument, "repo" | "overallStatus" | "lacksOnlyProof">;
  readonly counts: ReviewDocument["counts"];
  readonly output: string;
  readonly ungranted: readonly string[];
  readonly skipped: readonly string[];
}

/**
 * Formats the check of one control plane: ` ✔ acme/control: complete · 12 passed, 0 failed, 7
 * unknown · fleet-check.json`.
 */
export function checkedRows(checked: CheckedPlane, style: RenderOptions): Row[] {
  const { status, counts, output, ungranted, skipped } = checked;
  const { repo, overallStatus, lacksOnlyProof } = status;
  const isWell = (overallStatus === "complete" || lacksOnlyProof) && counts.fail === 0;
  const how = lacksOnlyProof ? unproved : overallStatus;
  const prefix = marked(style, isWell ? "done" : "attention");
  const notes = ungranted.map((label) => `The fleet's App cannot read: ${label}`);
  return [
    ...textRows(`${repo}: ${how} · ${formatCounts(counts)} · ${output}`, { style, prefix }),
    ...[...skipped, ...notes].flatMap((note) => textRows(note, { style })),
  ];
}

const marksOfStates = { complete: "done", incomplete: "failed", unreadable: "unknown" } as const;

/**
 * Formats the report:
 *
 *  ✖ 2 of 3 control planes need attention: 1 complete, 1 incomplete, 1 unreadable.
 *
 *    CONTROL REPOSITORY  STATE
 *  ? acme/third          unreadable: its job left no report
 */
export function fleetRows(report: FleetReport, style: RenderOptions): Row[] {
  const { needsPerson, repositories, strays } = report;
  const prefix = marked(style, needsPerson ? "failed" : "done");
  const head = ["CONTROL REPOSITORY", "STATE"] as const;
  return [
    ...textRows(describeVerdict(report), { style, prefix, tone: "strong" }),
    [],
    ...tableRows(repositories.map(memberRow), { style, head }),
    ...strays.flatMap((name) => textRows(`Not a valid result: ${name}`, { style })),
  ];
}

function memberRow(member: FleetMember): TableRow {
  const { repo, state, failing, unverified, expiring, ungranted, skipped, credential, next } =
    member;
  const isDue = state === "complete" && expiring.length > 0;
  return {
    state: isDue ? "attention" : marksOfStates[state],
    name: repo,
    text: describeOverallStatus(member),
    below: [
      ...first(expiring.map(({ text }) => text)),
      ...first(failing.map(({ title, evidence }) => `${title}: ${evidence.join(" ")}`)),
      ...first(unverified.map(({ title, evidence }) => `Unknown: ${title}: ${evidence.join(" ")}`)),
      ...ungranted.map((label) => `The fleet's App cannot read: ${label}`),
      ...skipped,
      ...(credential === "fleet-token" ? ["Read with CP_FORGE_FLEET_TOKEN."] : []),
    ],
    hints: state === "complete" && !isDue ? [] : next.slice(0, mostListed).map(typeHere),
  };
}

/**
 * Replaces the program name in a command from a result file with the command that starts gatehouse
 * on this machine.
 */
function typeHere({ command, ...hint }: FleetMember["next"][number]): Hint {
  return command === undefined ? hint : { ...hint, command: typedHere(command) };
}

function first(texts: readonly string[]): string[] {
  const left = texts.length - mostListed;
  return left > 0 ? [...texts.slice(0, mostListed), `and ${left} more`] : [...texts];
}
