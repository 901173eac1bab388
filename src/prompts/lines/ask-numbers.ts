import type { Print } from "../plain-lines.ts";
import type { Option } from "../prompter.ts";
import { printableLine } from "../../shared/print-text.ts";

/** Rows to print with numbers. */
export type Numbered = readonly Pick<Option, "label" | "hint" | "disabled">[];

/** Prints numbered rows: `  1. No, review only: results stay in acme/control; one App`. */
export function printChoiceRows(print: Print, rows: Numbered): void {
  for (const [index, { label, hint, disabled }] of rows.entries()) {
    const note = disabled === undefined ? "" : ` (unavailable: ${disabled})`;
    const text = hint === undefined ? label : `${label}: ${hint}`;
    print(`  ${index + 1}. ${printableLine(text + note)}`);
  }
}

/**
 * Parses 1-based numbers separated by spaces or commas.
 * @param standard indexes to return for empty input
 */
export function readNumbers(typed: string, standard: readonly number[]): number[] {
  const words = typed.split(/[\s,]+/).filter(Boolean);
  const indexes = words.length > 0 ? words.map((word) => Number(word) - 1) : [...standard];
  return [...new Set(indexes)];
}

/** Returns the problem with the chosen numbers, or undefined if they are valid. */
export function refuseNumbers(rows: Numbered, indexes: readonly number[]): string | undefined {
  for (const index of indexes) {
    const row = rows[index];
    if (!row) return `Type a number from 1 to ${rows.length}.`;
    if (row.disabled !== undefined) return `${index + 1} is not available: ${row.disabled}`;
  }
  return undefined;
}
