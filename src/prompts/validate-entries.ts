import { count } from "../shared/count.ts";
import type { ListQuestion } from "./prompter.ts";

type Rules = Pick<ListQuestion, "entry" | "check" | "minimum" | "initial">;

export interface WrongEntries {
  /** Index of the wrong line; undefined if the list has too few lines. */
  readonly index?: number;
  readonly complaint: string;
}

/** Returns the first problem in a list, or undefined if the list is valid. */
export function validateEntries(
  rules: Rules,
  entries: readonly string[],
): WrongEntries | undefined {
  const { entry, minimum = 0, initial = [] } = rules;
  // If the operator did not change the list, its existing duplicates are accepted.
  const isAsItWas =
    entries.length === initial.length && entries.every((text, at) => text === initial[at]);
  for (const [index, text] of entries.entries()) {
    const others = entries.toSpliced(index, 1);
    const complaint = isAsItWas
      ? validateEntry(
          rules,
          text,
          others.filter((other) => other !== text),
        )
      : validateEntry(rules, text, others);
    if (complaint !== undefined) return { index, complaint };
  }
  if (entries.length >= minimum) return undefined;
  return { complaint: `Add at least ${count(minimum, entry)}.` };
}

/**
 * Returns the problem with one line, as a predicate such as "is empty"; undefined if the line is
 * valid.
 */
export function validateEntry(
  { check }: Rules,
  text: string,
  others: readonly string[],
): string | undefined {
  if (text === "") return "is empty";
  return others.includes(text) ? "is already in the list" : check?.(text, others);
}
