import type { WaitAction } from "../src/asking/prompter.ts";
import type { Drawn } from "./fit-rows.ts";
import type { Control } from "./keys/control.ts";
import { drawOptions } from "./options.tsx";
import { textRows, type Look, type Row } from "./rows.tsx";
import { drawSecret } from "./secret-field.tsx";
import { drawText } from "./text-field.tsx";
import { drawWait } from "./wait-status.tsx";

export function drawControl(control: Control, look: Look): Drawn {
  switch (control.kind) {
    case "select":
    case "multi-select":
      return drawOptions(control, look);
    case "text":
      return drawText(control, look);
    case "secret":
      return drawSecret(control, look);
    case "wait":
      return drawWait(control, look);
    case "disclosure":
      // Its only way on is a key, which the key bar names.
      return { rows: [] };
  }
}

/** Why the last key did not do what it was meant to, or that it still does it. */
export function complaintRows(control: Control, look: Look): Row[] {
  if (control.kind === "wait" && control.running) {
    return textRows(sayRunning(control.running), { look, tone: "quiet" });
  }
  const text = complaintOf(control);
  if (text === undefined) return [];
  const lead = [{ text: ` ${look.signs.failed} `, tone: "bad" } as const];
  return textRows(text, { look, tone: "bad", lead });
}

export function complaintOf(control: Control): string | undefined {
  if (control.kind === "disclosure") return undefined;
  if (control.kind === "wait" && control.running) return sayRunning(control.running);
  return control.complaint;
}

function sayRunning({ label }: WaitAction): string {
  return `working: ${label}`;
}
