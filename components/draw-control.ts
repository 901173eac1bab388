import type { WaitAction } from "../src/prompts/prompter.ts";
import type { RenderOptions } from "../src/terminal/render-options.ts";
import { indented, marked, textRows, type RowPrefix, type Row } from "../src/terminal/rows.ts";
import type { Drawn } from "./fit-rows.ts";
import type { Control } from "./keys/control.ts";
import { drawList } from "./list-rows.ts";
import { drawOptions } from "./option-rows.ts";
import { drawSecret } from "./secret-rows.ts";
import { drawText, fieldIndent } from "./text-rows.ts";
import { drawWait } from "./wait-rows.ts";

interface Manner {
  readonly style: RenderOptions;
  readonly rail: RowPrefix;
  readonly now: Date;
}

export function drawControl(control: Control, { style, rail, now }: Manner): Drawn {
  switch (control.kind) {
    case "select":
    case "multi-select":
      return drawOptions(control, style, rail);
    case "text":
      return drawText(control, style, rail);
    case "list":
      return drawList(control, style, rail);
    case "secret":
      return drawSecret(control, style, rail);
    case "wait":
      return drawWait(control, style, now);
    case "disclosure":
      return {
        rows: textRows(control.proceed, {
          style,
          prefix: fieldIndent(style, rail),
          tone: "strong",
        }),
      };
  }
}

/** Returns the reason why the last key had no effect, or a line about the running action. */
export function complaintRows(
  control: Control,
  { style, rail }: Pick<Manner, "style" | "rail">,
): Row[] {
  if (control.kind === "wait" && control.running) {
    return textRows(describeRunning(control.running), { style, prefix: rail });
  }
  const text = complaintOf(control);
  // A list shows its complaint below the affected line.
  if (text === undefined || control.kind === "list") return [];
  const state = isEmptyEntry(control) ? "attention" : "failed";
  return textRows(text, { style, prefix: indented(marked(style, state), 2) });
}

/**
 * Returns whether nothing has been entered yet. In that case, the complaint is shown as a request
 * for input, not as an error.
 */
function isEmptyEntry(control: Control): boolean {
  if (control.kind === "text") return control.characters.length === 0;
  if (control.kind === "secret") return control.isUntouched === true;
  return control.kind === "select" || control.kind === "multi-select";
}

export function complaintOf(control: Control): string | undefined {
  if (control.kind === "disclosure") return undefined;
  if (control.kind === "wait" && control.running) return describeRunning(control.running);
  return control.complaint;
}

function describeRunning({ label }: WaitAction): string {
  return `working: ${label}`;
}
