import type { SessionNews } from "../../firewall/firewall-run.ts";
import type { FirewallResult } from "../../firewall/run-firewall.ts";
import type { Look } from "../../terminal/render-options.ts";
import { printRows } from "../../terminal/paint.ts";
import { hanging, hintRows, marked, rail, textRows } from "../../terminal/rows.ts";
import type { Row } from "../../terminal/rows.ts";
import { count } from "../../shared/count.ts";
import { ruleRows } from "./print-check.ts";
import type { CheckedRules } from "./print-check.ts";
import { suggestCommand } from "./suggest-command.ts";

/**
 * Prints the problems of the rules if a run was not started, to standard error: standard output
 * belongs to the command.
 */
export function printProblems(checked: CheckedRules): void {
  printRows((look) => ruleRows(checked, look), process.stderr);
}

/** Prints how the container was created, if the preferred runtime failed. */
export function printStart(news: SessionNews, { level }: { readonly level: string }): void {
  if (level !== "error") printRows((look) => startRows(news, look), process.stderr);
}

/**
 * Formats the runtime and earlier failures:
 *
 *  ! Container created with docker: docker is installed. Runtimes that failed:
 *    bubblewrap: setting up uid map: Permission denied
 */
export function startRows(
  { runtime, because, failed, warnings }: SessionNews,
  look: Look,
): readonly Row[] {
  const lead = marked(look, "attention");
  const other = `Container created with ${runtime}: ${because}. Runtimes that failed:`;
  return [
    ...(failed.length === 0 ? [] : textRows(other, { look, lead })),
    ...failed.flatMap((each) => textRows(`${each.runtime}: ${each.complaint}`, { look })),
    ...warnings.flatMap((warning) => textRows(warning, { look, lead })),
  ];
}

interface Manner {
  readonly json: boolean;
  readonly level: string;
}

/** Prints the result of a run, if there is something to report. */
export function printResult(result: FirewallResult, { json, level }: Manner): void {
  if (json) process.stderr.write(`${JSON.stringify(toRunDocument(result))}\n`);
  else printRows((look) => resultRows(result, look, level), process.stderr);
}

/** Returns the document that `firewall --json` writes as the last line of standard error. */
export function toRunDocument({ code, because, session, ...counts }: FirewallResult): object {
  return { exitCode: code, because: because ?? null, ...counts, session };
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
  { because, denied, lost, session }: FirewallResult,
  look: Look,
  level: string,
): readonly Row[] {
  const lead = rail(look, "quiet");
  const rows: Row[] = [];
  if (because !== undefined) {
    rows.push(...textRows(because, { look, lead: marked(look, "failed", lead) }));
  }
  if (lost) {
    const missing = `The log is missing ${count(lost.lines, "line")}: ${lost.because}.`;
    rows.push(...textRows(missing, { look, lead: marked(look, "attention", lead) }));
  }
  if (denied === 0 || level === "error") return rows;
  const command = suggestCommand(session.logs);
  return [
    ...rows,
    ...textRows(`${count(denied, "request")} ${denied === 1 ? "was" : "were"} denied.`, {
      look,
      lead: marked(look, "attention", lead),
    }),
    ...hintRows(
      { say: "List them, and the rules that would allow them", command },
      { look, lead: hanging(lead) },
    ),
  ];
}
