import type { Complaint } from "../../yaml/shape.ts";
import { expressionsIn, looksUpVariable, makesText } from "./service-expressions.ts";

/** Where a text stands: what the service does with it differs. */
export type TextPlace = "key" | "condition" | "value";

const together: Complaint = {
  message: "puts the name of a variable together, so that nobody sees which it is",
  hint: "Write the variable's name out",
};
const workedOut: Complaint = {
  message: "works a text out that may name a variable of the compiler's",
  hint: "Write the text out, or a reference alone: ${{ parameters.NAME }}",
};

/** Says what is wrong with a text that can come to one of the names, or to a value of theirs, when the service has worked it out. */
export function explainComposed(
  text: string,
  { place, names }: { readonly place: TextPlace; readonly names: readonly string[] },
): Complaint | undefined {
  if (place === "condition" && looksUpVariable(text)) return together;
  const runtime = text.indexOf("$[");
  if (runtime >= 0 && looksUpVariable(text.slice(runtime))) return together;
  // A sign before an expression makes a macro of what it brings.
  if (text.includes("$${{")) return together;
  for (const { start, content } of expressionsIn(text)) {
    if (looksUpVariable(content) || isInMacro(text, start, names)) return together;
    if (makesText(place === "key" ? withoutChoice(content) : content)) return workedOut;
  }
  return undefined;
}

/** `if` brings no text of its own. */
function withoutChoice(content: string): string {
  return /^\s*(?:if|elseif|else|insert)\b/.test(content) ? "" : content;
}

/** No name of a variable is longer. */
const longestName = 200;

/** Whether a macro is open there that begins as one of the names does. What the shell runs in `$(…)` begins otherwise. */
function isInMacro(text: string, at: number, names: readonly string[]): boolean {
  const before = text.slice(Math.max(0, at - longestName), at);
  const open = before.lastIndexOf("$(");
  if (open < 0) return false;
  const begun = spell(before.slice(open + 2));
  return names.some((name) => spell(name).startsWith(begun));
}

function spell(name: string): string {
  return name.toUpperCase().replaceAll(/[.-]/g, "_");
}

/** Whether what follows a text could become the name in a reference that it begins. */
export function isHalfReference(text: string): boolean {
  return text.endsWith("$") || text.lastIndexOf("$(") > text.lastIndexOf(")");
}
