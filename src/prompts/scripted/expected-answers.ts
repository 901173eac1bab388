import { validateEntries } from "../validate-entries.ts";
import type { ListQuestion, Option, TextQuestion } from "../prompter.ts";
import type { ScriptedAnswer } from "../scripted-answers.ts";

/** The answers that a question accepts from an answers file. */
export interface Expected<T> {
  /** Description of the accepted answers, for the author of the answers file. */
  readonly allowed: string;
  readonly example: ScriptedAnswer;
  readonly accept: (answer: ScriptedAnswer) => Accepted<T>;
}

/** `refused` completes "is ANSWER, but …"; `complaint` is a complete sentence from the question. */
type Accepted<T> =
  { readonly value: T } | { readonly refused: string } | { readonly complaint: string };

export function oneOf<V extends string>(options: readonly Option<V>[]): Expected<Option<V>> {
  const first = options.find(({ disabled }) => disabled === undefined) ?? options[0];
  return {
    allowed: `one of ${quoteValues(options)}`,
    example: first?.value ?? "",
    accept: (answer) => findOption(options, answer),
  };
}

export function someOf<V extends string>(
  options: readonly Option<V>[],
  minimum = 0,
): Expected<Option<V>[]> {
  return {
    allowed: `a list of at least ${minimum} of ${quoteValues(options)}`,
    example: options.slice(0, Math.max(1, minimum)).map(({ value }) => value),
    accept: (answer) => {
      if (!Array.isArray(answer)) return { refused: "it must be a list" };
      if (answer.length < minimum) return { refused: `it must have at least ${minimum} entries` };
      const value: Option<V>[] = [];
      for (const one of answer as readonly string[]) {
        const found = findOption(options, one);
        if ("refused" in found) return found;
        value.push(found.value);
      }
      return { value };
    },
  };
}

export const yesOrNo: Expected<boolean> = {
  allowed: "true or false",
  example: true,
  accept: (answer) =>
    typeof answer === "boolean" ? { value: answer } : { refused: "it must be true or false" },
};

/** The only accepted answer is true. Used for disclosures, which the operator can only confirm. */
export const onlyTrue: Expected<true> = {
  allowed: "true, to confirm that you have read it",
  example: true,
  accept: (answer) => (answer === true ? { value: true } : { refused: "it must be true" }),
};

export function textThat({ check, initial, placeholder }: TextQuestion): Expected<string> {
  return {
    allowed: "a string",
    example: initial ?? placeholder ?? "…",
    accept: (answer) => {
      if (typeof answer !== "string") return { refused: "it must be a string" };
      const complaint = check?.(answer.trim());
      return complaint === undefined ? { value: answer.trim() } : { complaint };
    },
  };
}

export function linesOf(question: ListQuestion): Expected<string[]> {
  const { initial, placeholder = "…", entry } = question;
  return {
    allowed: `a list of strings, each a ${entry}`,
    example: initial ?? [placeholder],
    accept: (answer) => {
      if (!Array.isArray(answer)) return { refused: "it must be a list" };
      const lines = (answer as readonly string[]).map((line) => line.trim());
      const wrong = validateEntries(question, lines);
      if (!wrong) return { value: lines };
      const { index, complaint } = wrong;
      return { complaint: index === undefined ? complaint : `${lines[index]} ${complaint}.` };
    },
  };
}

function findOption<V extends string>(
  options: readonly Option<V>[],
  answer: ScriptedAnswer,
): Exclude<Accepted<Option<V>>, { complaint: string }> {
  const value = options.find((option) => option.value === answer);
  if (!value) return { refused: `it must be one of ${quoteValues(options)}` };
  return value.disabled === undefined
    ? { value }
    : { refused: `it is not available: ${value.disabled}` };
}

function quoteValues(options: readonly Option[]): string {
  return options.map(({ value }) => JSON.stringify(value)).join(", ");
}
