import type { LoggedDecision } from "../../firewall/log/logged-decision.ts";
import type { RulesFile } from "../../firewall/config/rule-lines.ts";
import type { Summary } from "../../firewall/log/summarize.ts";
import type { TallyRow } from "../../firewall/log/tally.ts";
import type { OtherDenial, Suggestions } from "../../firewall/suggest-from-log.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import { printRows } from "../../terminal/paint.ts";
import { nextRows, subjectRows } from "../../terminal/report.ts";
import { hintRows, marked, textRows, type Row } from "../../terminal/rows.ts";
import { tableRows, type TableRow } from "../../terminal/table.ts";
import { count } from "../../shared/count.ts";
import type { Hint } from "../../shared/errors.ts";
import { formatTime } from "../../shared/format-time.ts";
import { printJson } from "./print-json.ts";
import { explainInterception, hintsForFile, optionsOf, warnAboutProviders } from "./added-rules.ts";
import { logsCommand } from "./logs-command.ts";

interface Manner {
  readonly json: boolean;
  /** Rules file of the run, to which suggested rules can be added. */
  readonly file?: RulesFile | undefined;
}

export function printSummary(summary: Summary, { json, file }: Manner): void {
  if (json) printJson(summary);
  else printRows((style) => summaryRows(summary, style, file));
}

export function printSuggestions(suggestions: Suggestions, { json, file }: Manner): void {
  if (json) printJson(suggestions);
  else printRows((style) => suggestionRows(suggestions, style, file));
}

export function printNews(decisions: readonly LoggedDecision[], { json }: Manner): void {
  if (!json) printRows((style) => decisions.flatMap((decision) => newsRows(decision, style)));
  else for (const decision of decisions) process.stdout.write(`${JSON.stringify(decision)}\n`);
}

/** Maximum number of rows. `--json` prints all. */
const mostRows = 40;

/**
 * Formats the summary of a log:
 *
 *  /tmp/proxy-logs-20260304-050607-1f2E3d   12 passed · 3 blocked
 *
 *    WHERE                         COUNT          WHY
 *  ✖ https://example.com/evil      3 blocked      no pattern of example.com covers /evil
 *  ✔ https://example.com/repos     12 passed      https://example.com/repos/* covers it
 *
 *    Next  Suggest rules for the blocked requests:
 *    gatehouse firewall logs suggest 1f2E3d
 */
export function summaryRows(summary: Summary, style: RenderOptions, file?: RulesFile): Row[] {
  const { folder, rows, beyondRows, unread } = summary;
  const shown = rows.slice(0, mostRows);
  const left = rows.slice(mostRows).reduce((sum, row) => sum + row.count, beyondRows);
  const notes = [
    ...(left > 0
      ? [`${count(left, "decision")} for other addresses: use --json to list them`]
      : []),
    ...(unread > 0
      ? [`${count(unread, "line")} of the log cannot be read: a run was stopped while writing`]
      : []),
  ];
  const head = ["WHERE", "COUNT", "WHY"] as const;
  return [
    ...subjectRows(folder, totals(summary), style),
    ...(shown.length > 0 ? block(tableRows(shown.map(addressRow), { style, head })) : []),
    ...block(notes.flatMap((note) => textRows(note, { style, prefix: marked(style, "reported") }))),
    ...block(nextRows(nextSteps(summary, file), { style })),
  ];
}

function totals({ passed, blocked, failed, bytesReceived }: Summary): string {
  if (passed + blocked === 0) return "no requests";
  const words = [`${passed} passed`, `${blocked} blocked`];
  if (failed > 0) words.push(`${failed} failed`);
  return [...words, `${formatBytes(bytesReceived)} received`].join(" · ");
}

function addressRow(row: TallyRow): TableRow {
  const { allowed, where, failed, explanation, failure } = row;
  const often = `${row.count} ${allowed ? "passed" : "blocked"}`;
  if (!allowed) return { state: "failed", name: where, text: often, how: explanation };
  if (failed === 0) return { state: "done", name: where, text: often, how: explanation };
  const how = failure ?? explanation;
  return { state: "attention", name: where, text: `${often}, ${failed} failed`, how };
}

function nextSteps({ folder, reasons }: Summary, file: RulesFile | undefined): Hint[] {
  const suggested = ["no-rule", "no-pattern", "forbidden-address"] as const;
  if (!suggested.some((reason) => reasons[reason] !== undefined)) return [];
  const command = logsCommand(folder, { view: "suggest", config: file?.name });
  return [{ text: "Suggest rules for the blocked requests", command }];
}

/**
 * Formats the suggested rules:
 *
 *  /tmp/proxy-logs-20260304-050607-1f2E3d   2 rules for 5 addresses
 *
 *    --allow-urls 'https://example.com/repos/*'
 *    --allow-domains other.example
 *
 * For a rules file, formats the lines to add to it. Below, lists the reasons of denials that a rule
 * would not change.
 */
export function suggestionRows(
  suggestions: Suggestions,
  style: RenderOptions,
  file?: RulesFile,
): Row[] {
  const { folder, rules, addresses, beyondRules, others = [] } = suggestions;
  const words =
    rules.length === 0
      ? "no rules to add"
      : `${count(rules.length, "rule")} for ${addresses === 1 ? "1 address" : `${addresses} addresses`}`;
  // Counts only rules for requests. For a connection, only the domain is known, so its rule cannot
  // be narrower.
  const wide = rules.filter(({ option, reach }) => option === "allow-urls" && reach === "host");
  const notes = [
    ...warnAboutProviders(rules),
    ...(wide.length > 0
      ? [`${count(wide.length, "rule")} for an entire host: review carefully.`]
      : []),
    ...(beyondRules > 0
      ? [`${count(beyondRules, "denial")} that adding a rule would not change.`]
      : []),
  ];
  const options = file ? [] : optionsOf(rules).flatMap((line) => textRows(line, { style }));
  const added = file ? hintsForFile(rules, file) : [];
  const reasons = tableRows(others.slice(0, mostOthers).map(otherRow), { style });
  const interception = explainInterception(rules, file);
  const next: Hint[] = [
    ...(interception ? [interception] : []),
    ...(beyondRules > 0 ? [{ text: "Show all denials", command: logsCommand(folder) }] : []),
  ];
  return [
    ...subjectRows(folder, words, style),
    ...block(options),
    ...block(added.flatMap((hint) => hintRows(hint, { style }))),
    ...block(notes.flatMap((note) => textRows(note, { style, prefix: marked(style, "reported") }))),
    ...reasons,
    ...block(next.flatMap((hint) => hintRows(hint, { style }))),
  ];
}

/** Maximum number of denials that are listed because a rule would not change them. */
const mostOthers = 10;

function otherRow({ where, explanation, count: times }: OtherDenial): TableRow {
  const often = times === 1 ? "" : ` (${times} times)`;
  return { state: "failed", name: where, text: `${explanation}${often}` };
}

/**
 * Formats one decision:
 *
 *  ✔ 05:06:07  200 GET https://example.com/repos
 *  ✖ 05:06:08  blocked GET https://example.com/evil
 *    no pattern of example.com covers /evil
 */
export function newsRows(decision: LoggedDecision, style: RenderOptions): Row[] {
  const { allowed, method, url, domain, explanation, failure, status } = decision;
  const words = [allowed ? (status ?? "passed") : "blocked", method, url ?? domain];
  const text = words.filter((word) => word !== undefined).join(" ");
  const state = allowed ? (failure === undefined ? "done" : "attention") : "failed";
  const more = allowed ? failure : explanation;
  return [
    ...textRows(`${formatTime(new Date(decision.at))}  ${text}`, {
      style,
      prefix: marked(style, state),
    }),
    ...(more === undefined ? [] : textRows(more, { style })),
  ];
}

/** Adds an empty row above the rows, unless the list is empty. */
function block(rows: readonly Row[]): Row[] {
  return rows.some((row) => row.length > 0) ? [[], ...rows] : [];
}

const units = ["B", "kB", "MB", "GB", "TB"];

/** Formats a size: `0 B`, `1.5 kB`, `20 MB`. */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const number = bytes / 1000 ** power;
  return `${power === 0 || number >= 10 ? Math.round(number) : number.toFixed(1)} ${units[power]}`;
}
