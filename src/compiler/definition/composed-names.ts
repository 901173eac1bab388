import type { Complaint } from "../../yaml/shape.ts";
import { expressionsIn, looksUpVariable, makesText } from "./service-expressions.ts";

/** YAML position of a string: Azure Pipelines evaluates keys, conditions and values differently. */
export type TextLocation = "key" | "condition" | "value";

const together: Complaint = {
  message: "builds a variable name dynamically, so the variable cannot be determined",
  hint: "Write the variable name literally",
};
const workedOut: Complaint = {
  message: "computes text that could be the name of one of the compiler's variables",
  hint: "Write the text literally, or as a single reference: ${{ parameters.NAME }}",
};

/**
 * Checks whether a text could evaluate to one of the names, or to such a variable's value, in Azure
 * Pipelines. Returns a complaint if so, otherwise undefined.
 */
export function explainComposed(
  text: string,
  { location, names }: { readonly location: TextLocation; readonly names: readonly string[] },
): Complaint | undefined {
  if (location === "condition" && looksUpVariable(text)) return together;
  const runtime = text.indexOf("$[");
  if (runtime >= 0 && looksUpVariable(text.slice(runtime))) return together;
  // A dollar sign before an expression can turn the result into a macro.
  if (text.includes("$${{")) return together;
  for (const { start, content } of expressionsIn(text)) {
    if (looksUpVariable(content) || isInMacro(text, start, names)) return together;
    if (makesText(location === "key" ? withoutChoice(content) : content)) return workedOut;
  }
  return undefined;
}

/** Returns an expression without its `if`, which does not add text. */
function withoutChoice(content: string): string {
  return /^\s*(?:if|elseif|else|insert)\b/.test(content) ? "" : content;
}

/** Maximum length of a variable name. */
const longestName = 200;

/**
 * Returns whether the text at this position is inside an unclosed macro, `$(`, that could become
 * one of the names. A shell command substitution, `$(…)`, starts differently.
 */
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

/**
 * Returns whether a text ends in an incomplete variable reference that the text after it could
 * complete.
 */
export function isHalfReference(text: string): boolean {
  return text.endsWith("$") || text.lastIndexOf("$(") > text.lastIndexOf(")");
}
