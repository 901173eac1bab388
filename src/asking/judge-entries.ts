import { count } from "../shared/count.ts";
import type { ListQuestion } from "./prompter.ts";

type Rules = Pick<ListQuestion, "entry" | "check" | "minimum">;

/** What is wrong with a list, and where. */
export interface WrongEntries {
  /** Undefined where lines are missing. */
  readonly index?: number;
  readonly complaint: string;
}

/** The first that is wrong with a whole list, or nothing. */
export function judgeEntries(rules: Rules, entries: readonly string[]): WrongEntries | undefined {
  const { entry, minimum = 0 } = rules;
  for (const [index, text] of entries.entries()) {
    const complaint = judgeEntry(rules, text, entries.toSpliced(index, 1));
    if (complaint !== undefined) return { index, complaint };
  }
  if (entries.length >= minimum) return undefined;
  return { complaint: `Add ${count(minimum, entry)} at least.` };
}

/** What is wrong with one line, as what follows it in a sentence; or nothing. */
export function judgeEntry(
  { check }: Rules,
  text: string,
  others: readonly string[],
): string | undefined {
  if (text === "") return "is empty";
  return others.includes(text) ? "is in the list already" : check?.(text, others);
}
