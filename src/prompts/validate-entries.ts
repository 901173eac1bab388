import { count } from "../shared/count.ts";
import type { ListQuestion } from "./prompter.ts";

type Rules = Pick<ListQuestion, "entry" | "check" | "minimum" | "initial">;

/** What is wrong with a list, and where. */
export interface WrongEntries {
  /** Undefined where lines are missing. */
  readonly index?: number;
  readonly complaint: string;
}

/** The first that is wrong with a whole list, or nothing. */
export function validateEntries(
  rules: Rules,
  entries: readonly string[],
): WrongEntries | undefined {
  const { entry, minimum = 0, initial = [] } = rules;
  // What stands twice in what somebody has written is theirs: who changes nothing gets past it.
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
  return { complaint: `Add ${count(minimum, entry)} at least.` };
}

/** What is wrong with one line, as what follows it in a sentence; or nothing. */
export function validateEntry(
  { check }: Rules,
  text: string,
  others: readonly string[],
): string | undefined {
  if (text === "") return "is empty";
  return others.includes(text) ? "is in the list already" : check?.(text, others);
}
