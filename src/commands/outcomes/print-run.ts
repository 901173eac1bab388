import type { SessionNews } from "../../firewall/firewall-run.ts";
import type { FirewallResult } from "../../firewall/run-firewall.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import { printRows } from "../../terminal/paint.ts";
import { hanging, hintRows, marked, rail, textRows } from "../../terminal/rows.ts";
import type { Row } from "../../terminal/rows.ts";
import { count } from "../../shared/count.ts";
import { describeUse } from "./budget-rows.ts";
import { fileRows } from "./file-rows.ts";
import { ruleRows } from "./print-check.ts";
import type { CheckedRules } from "./print-check.ts";
import { logsCommand } from "./logs-command.ts";

/**
 * Prints problems with the rules of a run that was not started. Prints them to standard error,
 * because standard output belongs to the command.
 */
export function printProblems(checked: CheckedRules): void {
  printRows((style) => ruleRows(checked, style), process.stderr);
}

/** Prints how the container was created, if the preferred runtime failed. */
export function printStart(news: SessionNews, { level }: { readonly level: string }): void {
  if (level !== "error") printRows((style) => startRows(news, style), process.stderr);
}

/**
 * Formats the runtime and earlier failures:
 *
 *  ! Container created with docker: docker is installed. Runtimes that failed:
 *    bubblewrap: setting up uid map: Permission denied
 */
export function startRows(
  { runtime, reason, failed, warnings }: SessionNews,
  style: RenderOptions,
): readonly Row[] {
  const prefix = marked(style, "attention");
  const other = `Container created with ${runtime}: ${reason}. Runtimes that failed:`;
  return [
    ...(failed.length === 0 ? [] : textRows(other, { style, prefix })),
    ...failed.flatMap((each) => textRows(`${each.runtime}: ${each.complaint}`, { style })),
    ...warnings.flatMap((warning) => textRows(warning, { style, prefix })),
  ];
}

interface Manner {
  readonly json: boolean;
  readonly level: string;
  /** Rules file of the run; undefined if it used none. */
  readonly config?: string | undefined;
}

/** Prints how many tokens are still valid after a run. */
export function printUnrevoked(tokens: number): void {
  if (tokens === 0) return;
  const text = `${count(tokens, "token")} could not be revoked; GitHub ends them within an hour.`;
  printRows(
    (style) => textRows(text, { style, prefix: marked(style, "attention") }),
    process.stderr,
  );
}

/** Prints the result of a run. Without `--json`, prints nothing if there is nothing to report. */
export function printResult(result: FirewallResult, { json, ...manner }: Manner): void {
  if (json) process.stderr.write(`${JSON.stringify(toRunDocument(result))}\n`);
  else printRows((style) => resultRows(result, style, manner), process.stderr);
}

/** Returns the document that `firewall --json` writes as the last line of standard error. */
export function toRunDocument({ code, reason, session, ...counts }: FirewallResult): object {
  return { exitCode: code, reason: reason ?? null, ...counts, session };
}

/**
 * Formats the result:
 *
 *  ✖ Program "agnet" not found inside: searched on PATH, in the directories that are inside.
 *  ! 3 requests were denied.
 *  │ List them, and the rules that would allow them:
 *    gatehouse firewall logs suggest 2e3d4c
 */
export function resultRows(
  { reason, hints = [], denied, lost, session, files, budget }: FirewallResult,
  style: RenderOptions,
  { level, config }: Omit<Manner, "json">,
): readonly Row[] {
  const prefix = rail(style, "quiet");
  const rows: Row[] = [];
  if (reason !== undefined) {
    rows.push(...textRows(reason, { style, prefix: marked(style, "failed", prefix) }));
    rows.push(...hints.flatMap((hint) => hintRows(hint, { style, prefix: hanging(prefix) })));
  }
  if (lost) {
    const missing = `The log is missing ${count(lost.lines, "line")}: ${lost.reason}.`;
    rows.push(...textRows(missing, { style, prefix: marked(style, "attention", prefix) }));
  }
  if (files && level !== "error") rows.push(...fileRows(files, style, { level, prefix }));
  if (budget && level !== "error")
    rows.push(...describeUse(budget).flatMap((line) => textRows(line, { style, prefix })));
  if (denied === 0 || level === "error") return rows;
  rows.push(
    ...textRows(`${count(denied, "request")} ${denied === 1 ? "was" : "were"} denied.`, {
      style,
      prefix: marked(style, "attention", prefix),
    }),
  );
  // The warning is complete without the command, which is only information.
  if (level === "warn") return rows;
  const command = logsCommand(session.logs, { view: "suggest", config });
  return [
    ...rows,
    ...hintRows(
      { text: "List them, and the rules that would allow them", command },
      { style, prefix: hanging(prefix) },
    ),
  ];
}
