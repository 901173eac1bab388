import type { FirstOutput } from "../../../flows/demo/offer-first-agent.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import { printRows } from "../../terminal/paint.ts";
import { marked, rail, textRows, type Row } from "../../terminal/rows.ts";

/** Prints the first output of an agent. */
export function printFirstOutput(output: FirstOutput): void {
  printRows((style) => firstOutputRows(output, style));
}

/**
 * Formats the first output of an agent:
 *
 *  ✔ The agent opened issue #1: Review of acme/web
 *  │ A simulated agent of the embedded forge wrote this issue.
 */
export function firstOutputRows({ issue, isKept }: FirstOutput, style: RenderOptions): Row[] {
  const { number, text, author = "unknown" } = issue;
  const [title = "", ...body] = text.split("\n");
  const prefix = rail(style, "quiet");
  const by = isKept ? "An earlier run opened" : "The agent opened";
  return [
    ...textRows(`${by} issue #${number} as ${author}: ${title}`, {
      style,
      prefix: marked(style, "done", prefix),
      tone: "strong",
    }),
    ...body.flatMap((line) => (line === "" ? [prefix.rest] : textRows(line, { style, prefix }))),
    [],
  ];
}
