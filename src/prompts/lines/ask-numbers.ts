import type { Print } from "../plain-lines.ts";
import type { Option } from "../prompter.ts";
import { printableLine } from "../../shared/print-text.ts";

/** Rows that numbers stand before. */
export type Numbered = readonly Pick<Option, "label" | "hint" | "disabled">[];

/** `  1. No, review only: results stay in acme/control; one App` */
export function printChoiceRows(print: Print, rows: Numbered): void {
  for (const [index, { label, hint, disabled }] of rows.entries()) {
    const note = disabled === undefined ? "" : ` (not now: ${disabled})`;
    const text = hint === undefined ? label : `${label}: ${hint}`;
    print(`  ${index + 1}. ${printableLine(text + note)}`);
  }
}

/**
 * Reads numbers with spaces or commas between, from 1 on.
 * @param standard indexes that nothing typed means
 */
export function readNumbers(typed: string, standard: readonly number[]): number[] {
  const words = typed.split(/[\s,]+/).filter(Boolean);
  const indexes = words.length > 0 ? words.map((word) => Number(word) - 1) : [...standard];
  return [...new Set(indexes)];
}

/** What is wrong with the chosen rows, or nothing. */
export function refuseNumbers(rows: Numbered, indexes: readonly number[]): string | undefined {
  for (const index of indexes) {
    const row = rows[index];
    if (!row) return `Type a number from 1 to ${rows.length}.`;
    if (row.disabled !== undefined) return `${index + 1} cannot be chosen now: ${row.disabled}`;
  }
  return undefined;
}
