import type { Diagnostic } from "../../yaml/diagnostics.ts";
import { findLineChanges } from "../../run/control/line-changes.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import { printRows } from "../../terminal/paint.ts";
import { indented, marked, noRail, textRows, type Row } from "../../terminal/rows.ts";
import { count } from "../../shared/count.ts";
import type { CompileResult } from "./print-compiled-json.ts";

export function printCompiled(
  results: readonly CompileResult[],
  stream: NodeJS.WriteStream = process.stdout,
): void {
  printRows((style) => results.flatMap((result) => compiledRows(result, style)), stream);
}

/**
 * Formats the result of one definition:
 *
 *  ✖ agents/probe.md has 1 error
 *    5:10 engine.agent: "-a" starts with a dash: the engine would treat it as an option
 */
function compiledRows(result: CompileResult, style: RenderOptions): Row[] {
  const { errors, warnings } = result;
  const state = errors.length > 0 || result.done === "differs" ? "failed" : "done";
  const all = [
    ...errors.map((found) => ({ found, tone: "bad" as const })),
    ...warnings.map((found) => ({ found, tone: "warning" as const })),
  ];
  return [
    ...textRows(describeResult(result), { style, prefix: marked(style, state), tone: "strong" }),
    ...all.flatMap(({ found, tone }) => diagnosticRows(found, { style, tone })),
    ...changeRows(result, style),
  ];
}

function describeResult({ source, output = "", done, errors, warnings }: CompileResult): string {
  const warned = warnings.length > 0 ? `, ${count(warnings.length, "warning")}` : "";
  if (errors.length > 0) return `${source} has ${count(errors.length, "error")}${warned}`;
  if (done === "written") return `${source} → ${output}${warned}`;
  if (done === "differs") return `${output} is not up to date with ${source}${warned}`;
  if (done === "nothing") return `${source} has ${count(warnings.length, "warning")}`;
  return `${source}: ${output} is unchanged${warned}`;
}

function diagnosticRows(
  { path, line, column, message, hint }: Diagnostic,
  { style, tone }: { readonly style: RenderOptions; readonly tone: "bad" | "warning" },
): Row[] {
  const prefix = indented(noRail, 0);
  const where = path === "" ? `${line}:${column}` : `${line}:${column} ${path}:`;
  return [
    ...textRows(`${where} ${message}`, { style, prefix, tone }),
    ...(hint === undefined
      ? []
      : textRows(hint, { style, prefix: indented(noRail, 2), tone: "quiet" })),
  ];
}

/** Maximum number of changed lines to print. */
const mostChanges = 60;

function changeRows({ done, before = "", text = "" }: CompileResult, style: RenderOptions): Row[] {
  if (done !== "differs") return [];
  if (before === "") return textRows("The file does not exist.", { style });
  const changes = findLineChanges(before, text);
  const shown = changes
    .slice(0, mostChanges)
    .flatMap(({ sign, line }) =>
      textRows(`${sign} ${line}`, { style, tone: sign === "-" ? "bad" : "good" }),
    );
  const more = changes.length - mostChanges;
  return more > 0 ? [...shown, ...textRows(`and ${count(more, "more line")}`, { style })] : shown;
}
