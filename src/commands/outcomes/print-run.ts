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

/** Says what is wrong with the rules of a run that was not started: standard output is the command's. */
export function printProblems(checked: CheckedRules): void {
  printRows((look) => ruleRows(checked, look), process.stderr);
}

/** Says how a container was made, where it is not the one that was wanted first. */
export function printStart(news: SessionNews, { level }: { readonly level: string }): void {
  if (level !== "error") printRows((look) => startRows(news, look), process.stderr);
}

/**
 *  ! docker makes the container: docker is installed. What did not work before:
 *    bubblewrap: setting up uid map: Permission denied
 */
export function startRows(
  { runtime, because, failed, warnings }: SessionNews,
  look: Look,
): readonly Row[] {
  const lead = marked(look, "attention");
  const other = `${runtime} makes the container: ${because}. What did not work before:`;
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

/** Says what became of a run, where there is something to say. */
export function printResult(result: FirewallResult, { json, level }: Manner): void {
  if (json) process.stderr.write(`${JSON.stringify(toRunDocument(result))}\n`);
  else printRows((look) => resultRows(result, look, level), process.stderr);
}

/** What `firewall --json` writes as the last line of standard error. */
export function toRunDocument({ code, because, session, ...counts }: FirewallResult): object {
  return { exitCode: code, because: because ?? null, ...counts, session };
}

/**
 *  ✖ There is no program "agnet" inside: looked for on PATH, in the folders that are inside.
 *  ! 3 requests were denied.
 *  │ See which, and what would allow them:
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
    const missing = `The log misses ${count(lost.lines, "line")}: ${lost.because}.`;
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
      { say: "See which, and what would allow them", command },
      { look, lead: hanging(lead) },
    ),
  ];
}
