import { ageDashboard } from "../../plane/dashboard/age-dashboard.ts";
import type { CapacityItem } from "../../plane/dashboard/capacity-items.ts";
import type { CredentialItem, Dashboard } from "../../plane/dashboard/dashboard.ts";
import type { RunItem } from "../../plane/dashboard/run-items.ts";
import type { DashboardView } from "../../plane/dashboard/watch-dashboard.ts";
import { titleOfCredential } from "../../credentials/credential.ts";
import { barSpans } from "../../terminal/bar.ts";
import { hasColumns } from "../../terminal/render-options.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import { behind, lineRows, marked, noRail, space, textRows } from "../../terminal/rows.ts";
import type { Row } from "../../terminal/rows.ts";
import { subjectRows } from "../../terminal/report.ts";
import { tableRows } from "../../terminal/table.ts";
import type { TableRow } from "../../terminal/table.ts";
import { textWidth } from "../../terminal/wrap-text.ts";
import type { MarkState } from "../../shared/marks.ts";
import { clock, gateRows, recordRows } from "./dashboard-gate.ts";

export interface Heading {
  readonly repo: string;
  /** Time of the last update, and the number of requests used. */
  readonly words: string;
  readonly now: Date;
  readonly isRecordShown?: boolean;
  /** Error message of the last update or action. */
  readonly failure?: string | undefined;
  readonly link?: string | undefined;
}

/**
 * Formats the dashboard:
 *
 *  acme/control   updated 15:03:52 UTC · 4 of 120 requests this hour
 *
 *  ✖ API capacity admission gate: closed             opens 15:04 UTC, in 23 min
 *  │ Run 431 had 212 requests left, needed 750. Later runs are denied at once.
 *
 *  ✖ Read App  ━───╋───────────────────   212 of 5000  needs 750  resets 15:04
 */
export function dashboardRows(
  dashboard: Dashboard,
  { repo, words, now, isRecordShown = false, failure, link }: Heading,
  style: RenderOptions,
): Row[] {
  const { gate, runs, capacity, credentials } = dashboard;
  return [
    ...subjectRows(repo, words, style),
    // The error and the link are at the top, so that they are visible without scrolling.
    ...failureRows(failure, style),
    ...(link === undefined ? [] : lineRows(link, { style, prefix: noRail })),
    [],
    ...gateRows(gate, { style, now }),
    ...(isRecordShown ? recordRows(gate, style) : []),
    ...block(capacityRows(capacity, style)),
    ...block(
      tableRows(
        runs.map((run) => runRow(run, now)),
        { style },
      ),
    ),
    ...block(tableRows(credentials.map(credentialRow), { style })),
  ];
}

/** Values that the live screen shows in addition to the dashboard view. */
export interface Shown {
  readonly repo: string;
  readonly isRecordShown: boolean;
  readonly now: Date;
  /** Link to a run that could not be opened in a browser. */
  readonly link?: string | undefined;
}

/**
 * Formats the current view of the dashboard. Before the first update, formats a progress message.
 */
export function viewRows(
  view: DashboardView | undefined,
  { repo, isRecordShown, now, link }: Shown,
  style: RenderOptions,
): Row[] {
  const { dashboard, failure } = view ?? {};
  if (!dashboard) {
    const words = failure === undefined ? "updating" : "no data yet";
    return [...subjectRows(repo, words, style), ...failureRows(failure, style)];
  }
  const heading = { repo, words: describeSnapshot(view), now, isRecordShown, failure, link };
  return dashboardRows(ageDashboard(dashboard, now), heading, style);
}

function failureRows(failure: string | undefined, style: RenderOptions): Row[] {
  return failure === undefined ? [] : textRows(failure, { style, prefix: marked(style, "failed") });
}

function describeSnapshot(view: DashboardView | undefined): string {
  if (!view?.checkedAt) return "updating";
  const { checkedAt, spent, mostPerHour, pausedUntil, isReading } = view;
  const at = `updated ${checkedAt.toISOString().slice(11, 19)} UTC`;
  const budget = `${spent} of ${mostPerHour} requests this hour`;
  const paused = pausedUntil ? [`next update ${clock(pausedUntil.toISOString())} UTC`] : [];
  return [isReading ? "updating" : at, budget, ...paused].join(" · ");
}

function block(rows: readonly Row[]): Row[] {
  return rows.length > 0 ? [[], ...rows] : [];
}

const capacityNames = (credential: CapacityItem["credential"]) =>
  credential === "login"
    ? "Your account"
    : credential === "workflow-token"
      ? "Workflow"
      : titleOfCredential(credential);

/** Widths of the bar in columns. The wide bar is long enough to show steps of 5%. */
const barColumns = { wide: 22, narrow: 10 };

function capacityRows(items: readonly CapacityItem[], style: RenderOptions): Row[] {
  const column = Math.max(
    0,
    ...items.map(({ credential }) => textWidth(capacityNames(credential))),
  );
  return items.flatMap((item) => capacityRow(item, column + 2, style));
}

function capacityRow(item: CapacityItem, column: number, style: RenderOptions): Row[] {
  const { remaining, limit, required, state, credential } = item;
  const isShort = state === "known" && remaining !== null && remaining < (required ?? 1);
  const mark: MarkState = state !== "known" ? "unknown" : isShort ? "failed" : "done";
  const name = capacityNames(credential).padEnd(column);
  const columns = hasColumns(style) ? barColumns.wide : barColumns.narrow;
  const level = {
    value: remaining ?? 0,
    most: limit ?? 0,
    needed: required ?? undefined,
    tone: isShort ? ("bad" as const) : ("good" as const),
  };
  const hasBar = state === "known" && remaining !== null && limit !== null;
  const spans = [{ text: name }, ...(hasBar ? [...barSpans(level, columns, style), space(2)] : [])];
  return textRows(describeCapacity(item, style), {
    style,
    prefix: behind(marked(style, mark), spans),
  });
}

function describeCapacity(
  { state, remaining, limit, required, reset, credential }: CapacityItem,
  style: RenderOptions,
) {
  if (state === "renewed" && reset !== null) return `reset at ${clock(reset)} UTC, not read since`;
  if (state !== "known" || remaining === null) {
    return credential === "workflow-token"
      ? "known only inside a run"
      : "not reported by a run yet";
  }
  const full = limit === null ? `${remaining} left` : `${remaining} of ${limit}`;
  if (!hasColumns(style)) return String(remaining);
  const needs = required === null ? [] : [`needs ${required}`];
  return [full, ...needs, ...(reset === null ? [] : [`resets ${clock(reset)}`])].join("  ");
}

const runMarks: Readonly<Record<RunItem["state"], MarkState>> = {
  running: "active",
  waiting: "next",
  passed: "done",
  failed: "failed",
  "stopped by the gate": "failed",
  cancelled: "skipped",
};

function runRow(
  { number, workflow, title, state, startedAt, minutes }: RunItem,
  now: Date,
): TableRow {
  const what = title === "" || title === workflow ? workflow : `${workflow}: ${title}`;
  const isOver = state !== "running" && state !== "waiting";
  const taken = minutes === null ? "" : minutes < 1 ? ", under 1 min" : `, ${minutes} min`;
  const at = startedAt === null ? "time unknown" : formatDay(startedAt, now);
  return {
    state: runMarks[state],
    name: String(number),
    text: state === "stopped by the gate" ? `${workflow}: stopped by the gate` : what,
    how: isOver ? `${at}${taken}` : `started ${at}`,
  };
}

const credentialMarks: Readonly<Record<CredentialItem["state"], MarkState>> = {
  good: "done",
  due: "attention",
  wrong: "failed",
  unknown: "unknown",
};

function credentialRow({ credential, state, app, reason }: CredentialItem): TableRow {
  return {
    state: credentialMarks[state],
    name: titleOfCredential(credential),
    text: app === null ? reason : `${app}: ${reason}`,
  };
}

/** Formats a time. Adds the date if it is not today. */
function formatDay(at: string, now: Date): string {
  const day = new Date(at).toISOString().slice(0, 10);
  return day === now.toISOString().slice(0, 10) ? clock(at) : `${day} ${clock(at)}`;
}
