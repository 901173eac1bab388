import { ageDashboard } from "../../plane/dashboard/age-dashboard.ts";
import type { CapacityItem } from "../../plane/dashboard/capacity-items.ts";
import type { CredentialItem, Dashboard } from "../../plane/dashboard/dashboard.ts";
import type { RunItem } from "../../plane/dashboard/run-items.ts";
import type { DashboardView } from "../../plane/dashboard/watch-dashboard.ts";
import { titleOfCredential } from "../../credentials/credential.ts";
import { barSpans } from "../../terminal/bar.ts";
import { hasColumns } from "../../terminal/render-options.ts";
import type { Look } from "../../terminal/render-options.ts";
import { behind, lineRows, marked, noRail, space, textRows } from "../../terminal/rows.ts";
import type { Row } from "../../terminal/rows.ts";
import { subjectRows } from "../../terminal/report.ts";
import { tableRows } from "../../terminal/table.ts";
import type { TableRow } from "../../terminal/table.ts";
import { textWidth } from "../../terminal/wrap-text.ts";
import type { MarkState } from "../../shared/marks.ts";
import { clock, gateRows, recordRows } from "./dashboard-gate.ts";

/** What is said of the whole screen. */
export interface Heading {
  readonly repo: string;
  /** How fresh it is, and what looking costs. */
  readonly words: string;
  readonly now: Date;
  readonly isRecordShown?: boolean;
  /** What went wrong, and what cannot be opened here. */
  readonly failure?: string | undefined;
  readonly link?: string | undefined;
}

/**
 *  acme/control   looked 8 s ago · 4 of 120 requests this hour
 *
 *  ✖ API capacity admission gate: closed             opens 15:04 UTC, in 23 min
 *  │ Run 431 had 212 requests left, needed 750. Later runs stop at once.
 *
 *  ✖ Read App  ━───╋───────────────────   212 of 5000  needs 750  resets 15:04
 */
export function dashboardRows(
  dashboard: Dashboard,
  { repo, words, now, isRecordShown = false, failure, link }: Heading,
  look: Look,
): Row[] {
  const { gate, runs, capacity, credentials } = dashboard;
  return [
    ...subjectRows(repo, words, look),
    // Above what may be scrolled away.
    ...failureRows(failure, look),
    ...(link === undefined ? [] : lineRows(link, { look, lead: noRail })),
    [],
    ...gateRows(gate, { look, now }),
    ...(isRecordShown ? recordRows(gate, look) : []),
    ...block(capacityRows(capacity, look)),
    ...block(
      tableRows(
        runs.map((run) => runRow(run, now)),
        { look },
      ),
    ),
    ...block(tableRows(credentials.map(credentialRow), { look })),
  ];
}

/** What the live screen shows besides. */
export interface Shown {
  readonly repo: string;
  readonly isRecordShown: boolean;
  readonly now: Date;
  /** Of a run that no browser shows. */
  readonly link?: string | undefined;
}

/** The screen as it is now; before the first look is over, that it looks. */
export function viewRows(
  view: DashboardView | undefined,
  { repo, isRecordShown, now, link }: Shown,
  look: Look,
): Row[] {
  const { dashboard, failure } = view ?? {};
  if (!dashboard) {
    const words = failure === undefined ? "looking" : "not seen yet";
    return [...subjectRows(repo, words, look), ...failureRows(failure, look)];
  }
  const heading = { repo, words: describeSnapshot(view), now, isRecordShown, failure, link };
  return dashboardRows(ageDashboard(dashboard, now), heading, look);
}

function failureRows(failure: string | undefined, look: Look): Row[] {
  return failure === undefined ? [] : textRows(failure, { look, lead: marked(look, "failed") });
}

function describeSnapshot(view: DashboardView | undefined): string {
  if (!view?.lookedAt) return "looking";
  const { lookedAt, spent, mostPerHour, pausedUntil, isLooking } = view;
  const at = `looked ${lookedAt.toISOString().slice(11, 19)} UTC`;
  const budget = `${spent} of ${mostPerHour} requests this hour`;
  const paused = pausedUntil ? [`looks again ${clock(pausedUntil.toISOString())} UTC`] : [];
  return [isLooking ? "looking" : at, budget, ...paused].join(" · ");
}

function block(rows: readonly Row[]): Row[] {
  return rows.length > 0 ? [[], ...rows] : [];
}

const capacityNames = (credential: CapacityItem["credential"]) =>
  credential === "login"
    ? "Your login"
    : credential === "workflow-token"
      ? "Workflow"
      : titleOfCredential(credential);

/** Wide enough to show a twentieth. */
const barColumns = { wide: 22, narrow: 10 };

function capacityRows(items: readonly CapacityItem[], look: Look): Row[] {
  const column = Math.max(
    0,
    ...items.map(({ credential }) => textWidth(capacityNames(credential))),
  );
  return items.flatMap((item) => capacityRow(item, column + 2, look));
}

function capacityRow(item: CapacityItem, column: number, look: Look): Row[] {
  const { remaining, limit, required, state, credential } = item;
  const isShort = state === "known" && remaining !== null && remaining < (required ?? 1);
  const mark: MarkState = state !== "known" ? "unknown" : isShort ? "failed" : "done";
  const name = capacityNames(credential).padEnd(column);
  const columns = hasColumns(look) ? barColumns.wide : barColumns.narrow;
  const level = {
    value: remaining ?? 0,
    most: limit ?? 0,
    needed: required ?? undefined,
    tone: isShort ? ("bad" as const) : ("good" as const),
  };
  const hasBar = state === "known" && remaining !== null && limit !== null;
  const spans = [{ text: name }, ...(hasBar ? [...barSpans(level, columns, look), space(2)] : [])];
  return textRows(describeCapacity(item, look), { look, lead: behind(marked(look, mark), spans) });
}

function describeCapacity(
  { state, remaining, limit, required, reset, credential }: CapacityItem,
  look: Look,
) {
  if (state === "renewed" && reset !== null)
    return `renewed at ${clock(reset)} UTC, not seen since`;
  if (state !== "known" || remaining === null) {
    return credential === "workflow-token" ? "known only inside a run" : "no run told yet";
  }
  const whole = limit === null ? `${remaining} left` : `${remaining} of ${limit}`;
  if (!hasColumns(look)) return String(remaining);
  const needs = required === null ? [] : [`needs ${required}`];
  return [whole, ...needs, ...(reset === null ? [] : [`resets ${clock(reset)}`])].join("  ");
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
  const at = startedAt === null ? "at no known time" : formatDay(startedAt, now);
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

function credentialRow({ credential, state, app, because }: CredentialItem): TableRow {
  return {
    state: credentialMarks[state],
    name: titleOfCredential(credential),
    text: app === null ? because : `${app}: ${because}`,
  };
}

/** The time of a day that is not today stands behind its date. */
function formatDay(at: string, now: Date): string {
  const day = new Date(at).toISOString().slice(0, 10);
  return day === now.toISOString().slice(0, 10) ? clock(at) : `${day} ${clock(at)}`;
}
