import type { CapacityItem } from "../../control/dashboard/capacity-items.ts";
import type { CredentialItem, Dashboard } from "../../control/dashboard/dashboard.ts";
import type { GateItem } from "../../control/dashboard/gate-item.ts";
import type { RunItem } from "../../control/dashboard/run-items.ts";
import type { DashboardView } from "../../control/dashboard/watch-dashboard.ts";
import { gateVariable } from "../../credentials/records.ts";
import { nameCredential, titleOfCredential } from "../../credentials/credential.ts";
import { barSpans } from "../../layout/bar.ts";
import { hasColumns } from "../../layout/look.ts";
import type { Look } from "../../layout/look.ts";
import { behind, factRows, headRows, marked, rail, space, textRows } from "../../layout/rows.ts";
import type { Row } from "../../layout/rows.ts";
import { subjectRows } from "../../layout/report.ts";
import { tableRows } from "../../layout/table.ts";
import type { TableRow } from "../../layout/table.ts";
import { textWidth } from "../../layout/wrap-text.ts";
import { count } from "../../shared/count.ts";
import type { MarkState } from "../../shared/marks.ts";

interface LiveKey {
  readonly key: string;
  readonly does: string;
}

/** What is said of the whole screen. */
export interface Heading {
  readonly repo: string;
  /** How fresh it is, and what looking costs. */
  readonly words: string;
  readonly now: Date;
  readonly isRecordShown?: boolean;
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
  { repo, words, now, isRecordShown = false }: Heading,
  look: Look,
): Row[] {
  const { gate, runs, capacity, credentials } = dashboard;
  return [
    ...subjectRows(repo, words, look),
    [],
    ...gateRows(gate, { look, now }),
    ...(isRecordShown ? recordRows(gate, look) : []),
    ...block(capacityRows(capacity, look)),
    ...block(tableRows(runs.map(runRow), { look })),
    ...block(tableRows(credentials.map(credentialRow), { look })),
  ];
}

/** What the live screen shows besides. */
export interface Shown {
  readonly repo: string;
  readonly isRecordShown: boolean;
  readonly now: Date;
}

/** The screen as it is now; before the first look is over, that it looks. */
export function viewRows(
  view: DashboardView | undefined,
  { repo, isRecordShown, now }: Shown,
  look: Look,
): Row[] {
  const { dashboard, failure } = view ?? {};
  const failed =
    failure === undefined ? [] : textRows(failure, { look, lead: marked(look, "failed") });
  if (!dashboard) {
    const words = failure === undefined ? "looking" : "not seen yet";
    return [...subjectRows(repo, words, look), ...block(failed)];
  }
  const heading = { repo, words: sayLook(view), now, isRecordShown };
  return [...dashboardRows(dashboard, heading, look), ...block(failed)];
}

function sayLook(view: DashboardView | undefined): string {
  if (!view?.lookedAt) return "looking";
  const { lookedAt, spent, mostPerHour, pausedUntil, isLooking } = view;
  const at = `looked ${lookedAt.toISOString().slice(11, 19)} UTC`;
  const budget = `${spent} of ${mostPerHour} requests this hour`;
  const paused = pausedUntil ? [`looks again ${clock(pausedUntil.toISOString())}`] : [];
  return [isLooking ? "looking" : at, budget, ...paused].join(" · ");
}

function recordRows({ record, written }: GateItem, look: Look): Row[] {
  const lead = rail(look, "quiet");
  if (!written) return factRows([{ name: gateVariable, text: record }], { look, lead });
  const { limit, remaining, reset, sourceRun } = written;
  return factRows(
    [
      { name: gateVariable, text: record },
      { name: "Left", text: `${remaining} of ${limit}` },
      { name: "Reset", text: reset },
      {
        name: "Written by",
        text: sourceRun === null ? "a run that it does not name" : `run ${sourceRun}`,
      },
    ],
    { look, lead },
  );
}

/** The main one first, and how to leave last. */
export function dashboardKeys(view: DashboardView | undefined): LiveKey[] {
  const run = view?.dashboard?.runs[0];
  return [
    ...(run ? [{ key: "enter", does: `open run ${run.number}` }] : []),
    { key: "r", does: "read again" },
    { key: "g", does: "gate record" },
    { key: "t", does: "rotate" },
    { key: "x", does: "exposed" },
    { key: "q", does: "leave" },
  ];
}

function block(rows: readonly Row[]): Row[] {
  return rows.length > 0 ? [[], ...rows] : [];
}

interface Time {
  readonly look: Look;
  readonly now: Date;
}

const gateMarks: Readonly<Record<GateItem["state"], MarkState>> = {
  open: "done",
  closed: "failed",
  unknown: "unknown",
};

function gateRows(gate: GateItem, { look, now }: Time): Row[] {
  const { state, opensAt } = gate;
  const beside =
    opensAt === null ? "" : `opens ${clock(opensAt)} UTC, in ${minutesUntil(opensAt, now)} min`;
  const title = `API capacity admission gate: ${state}`;
  const lead = marked(look, gateMarks[state]);
  const below = rail(look, state === "closed" ? "bad" : "quiet");
  return [
    ...headRows(title, beside, { look, lead: { first: lead.first, rest: below.rest } }),
    ...sayGate(gate).flatMap((line) => textRows(line, { look, lead: below })),
  ];
}

function sayGate({ state, record, latestFailure }: GateItem): string[] {
  const because = latestFailure
    ? [sayFailure(latestFailure, state)]
    : ["No run was denied lately."];
  if (state === "unknown") return ["This login may not read the repository's variables."];
  if (record === "active") return [...because, "Later runs stop at once, without a request."];
  if (record === "invalid")
    return [...because, "The record is not valid: runs look for themselves."];
  return because;
}

function sayFailure(
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
  return textRows(sayCapacity(item, look), { look, lead: behind(marked(look, mark), spans) });
}

function sayCapacity(
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

function runRow({ number, workflow, title, state, startedAt, minutes }: RunItem): TableRow {
  const what = title === "" || title === workflow ? workflow : `${workflow}: ${title}`;
  const isOver = state !== "running" && state !== "waiting";
  const taken = minutes === null ? "" : minutes < 1 ? ", under 1 min" : `, ${minutes} min`;
  return {
    state: runMarks[state],
    name: String(number),
    text: state === "stopped by the gate" ? `${workflow}: stopped by the gate` : what,
    how: isOver ? `${clock(startedAt)}${taken}` : `started ${clock(startedAt)}`,
  };
}

const credentialMarks: Readonly<Record<CredentialItem["state"], MarkState>> = {
  good: "done",
  due: "attention",
  wrong: "failed",
  unknown: "unknown",
};

function credentialRow({ credential, state, app, because }: CredentialItem): TableRow {
  const name = credential === "pat" ? nameCredential(credential) : titleOfCredential(credential);
  return {
    state: credentialMarks[state],
    name,
    text: app === null ? because : `${app}: ${because}`,
  };
}

/** `15:04`, in UTC: others share the time. */
function clock(at: string): string {
  return new Date(at).toISOString().slice(11, 16);
}

function minutesUntil(at: string, now: Date): number {
  return Math.max(0, Math.ceil((Date.parse(at) - now.getTime()) / 60_000));
}
