import { count as countOf } from "../../shared/count.ts";
import { InvalidInput } from "../../shared/errors.ts";
import { redact } from "../../shared/redact.ts";
import type { Question, SecretQuestion, Wait } from "../prompter.ts";
import type {
  ScriptedAnswer,
  ScriptedAction,
  ScriptedAnswers,
  SecretSource,
} from "../scripted-answers.ts";
import type { Expected } from "./expected-answers.ts";

/** Returns answers from the file, and tracks unused entries. */
export interface AnswerBook {
  answer<T>(key: string, question: Question, expected: Expected<T>): T;
  /** Returns whether the file has an entry for a question. */
  has(key: string): boolean;
  /** Returns whether an unused answer is left. */
  hasFresh(key: string): boolean;
  consumeActions(wait: Wait): readonly ScriptedAction[];
  consumeSecret(question: SecretQuestion): SecretSource;
  unused(): string[];
}

// Maximum number of times that a single answer is used. If a flow asks again, it has rejected the
// answer.
const mostRepeats = 50;

export function createAnswerBook({
  source,
  answers,
  actions,
  secrets,
}: ScriptedAnswers): AnswerBook {
  const taken = { answers: new Map<string, number>(), actions: new Set(), secrets: new Set() };

  const next = (key: string, list: readonly ScriptedAnswer[]): ScriptedAnswer => {
    const count = taken.answers.get(key) ?? 0;
    taken.answers.set(key, count + 1);
    const isSpent = list.length === 1 ? count >= mostRepeats : count >= list.length;
    const answer = list.length === 1 ? list[0] : list[count];
    if (isSpent || answer === undefined) {
      throw new InvalidInput(
        `${source} has ${countOf(list.length, "answer")} for "${key}", but the question was asked ${count + 1} times.`,
        [
          {
            text: "Specify one answer for each time that the question is asked",
            lines: [`"${key}": {"each": […]}`],
          },
        ],
      );
    }
    return answer;
  };

  return {
    answer: (key, question, expected) => {
      const list = answers.get(key);
      if (!list) throw missing({ source, part: "answers", key, question }, expected);
      const answer = next(key, list);
      const accepted = expected.accept(answer);
      if ("value" in accepted) return accepted.value;
      const reason =
        "refused" in accepted
          ? `is ${redact(JSON.stringify(answer))}, but ${accepted.refused}.`
          : `was rejected. ${redact(accepted.complaint)}`;
      throw new InvalidInput(`${source}: answers["${key}"] ${reason}`, [
        { text: `"${question.title}" accepts ${expected.allowed}` },
      ]);
    },
    has: (key) => answers.has(key),
    hasFresh: (key) => (taken.answers.get(key) ?? 0) < (answers.get(key)?.length ?? 0),
    consumeActions: ({ id }) => {
      if (taken.actions.has(id)) return [];
      taken.actions.add(id);
      return actions.get(id) ?? [];
    },
    consumeSecret: (question) => {
      const secret = secrets.get(question.id);
      taken.secrets.add(question.id);
      if (secret) return secret;
      const expected = {
        allowed:
          "where to read the secret, never the secret itself: a file, standard input or a variable",
        example: { file: "path" },
      };
      throw missing({ source, part: "secrets", key: question.id, question }, expected);
    },
    unused: () => [
      ...listUnused("answers", answers, taken.answers),
      ...listUnused("actions", actions, taken.actions),
      ...listUnused("secrets", secrets, taken.secrets),
    ],
  };
}

interface Location {
  readonly source: string;
  readonly part: "answers" | "secrets";
  readonly key: string;
  readonly question: Question;
}

function missing(
  { source, part, key, question }: Location,
  { allowed, example }: { allowed: string; example: unknown },
): InvalidInput {
  return new InvalidInput(`${source} does not contain an answer for "${key}": ${question.title}`, [
    { text: `The question accepts ${allowed}` },
    { text: `Add to "${part}"`, lines: [`"${key}": ${JSON.stringify(example)}`] },
  ]);
}

function listUnused(
  part: string,
  given: ReadonlyMap<string, unknown>,
  taken: { has(id: string): boolean },
): string[] {
  return [...given.keys()].filter((id) => !taken.has(id)).map((id) => `${part}["${id}"]`);
}
