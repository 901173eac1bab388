import type { Hint } from "../../shared/errors.ts";
import { redact } from "../../shared/redact.ts";
import type { Ask, Note, Prompter, Question } from "../prompter.ts";
import type { SecretKeeper } from "../secret-keeper.ts";
import type { Position } from "./position.ts";

interface Asking {
  readonly prompter: Prompter;
  readonly keeper: SecretKeeper;
  readonly position: Position;
  /** The ids of the notes that were shown in this run. */
  readonly notes: Set<string>;
  readonly runningStep: () => string | undefined;
}

/** Puts each question of a flow to the person, unless the journal knows the answer. */
export function createAsk(asking: Asking): Ask {
  const { prompter, keeper, position } = asking;
  const { situation } = position;
  const answer = <T>(
    question: Question,
    fits: (value: unknown) => value is T,
    put: () => Promise<T>,
  ) => answerOnce(asking, { question, fits, put });
  return {
    choose: (question) =>
      answer(question, isOneOf(question.options), () => prompter.choose(question, situation())),
    chooseMany: (question) =>
      answer(question, areAllOf(question.options), () =>
        prompter.chooseMany(question, situation()),
      ),
    confirm: (question) =>
      answer(question, isBoolean, () => prompter.confirm(question, situation())),
    text: (question) =>
      answer(question, isAccepted(question.check), () => prompter.text(question, situation())),
    secret: (question) =>
      answer(question, isKept(keeper), async () =>
        keeper.keep(await prompter.secret(question, situation())),
      ),
    disclose: async (disclosure) => {
      await answer(disclosure, isBoolean, async () => {
        await prompter.disclose(disclosure, situation());
        return true;
      });
    },
    note: (note) => showOnce(asking, note),
    progress: (wait, task) => prompter.progress(wait, task),
    failure: (failure) => {
      forbidInsideStep(asking, failure);
      const { message, hints } = failure.error;
      const error = {
        ...failure.error,
        message: redact(message),
        hints: hints.map(redactHint),
      };
      return prompter.failure({ ...failure, error }, situation());
    },
  };
}

/** Answers from the journal when its next answer fits this question, and asks otherwise. */
async function answerOnce<T>(
  asking: Asking,
  {
    question,
    fits,
    put,
  }: {
    readonly question: Question;
    readonly fits: (value: unknown) => value is T;
    readonly put: () => Promise<T>;
  },
): Promise<T> {
  const { position } = asking;
  forbidInsideStep(asking, question);
  const recorded = position.take(question, fits);
  if (recorded) return recorded.value;
  const value = await put();
  await position.record({ id: question.id, value });
  return value;
}

function forbidInsideStep({ runningStep }: Asking, { id }: Question): void {
  const step = runningStep();
  if (step !== undefined) throw new Error(`"${id}" is asked inside the step "${step}"`);
}

async function showOnce({ notes, prompter }: Asking, note: Note): Promise<void> {
  if (notes.has(note.id)) return;
  notes.add(note.id);
  await prompter.note(note);
}

function redactHint({ say, command, link }: Hint): Hint {
  return {
    say: redact(say),
    ...(command !== undefined && { command: redact(command) }),
    ...(link !== undefined && { link: redact(link) }),
  };
}

const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";

function isKept(keeper: SecretKeeper) {
  return (value: unknown): value is string =>
    typeof value === "string" && keeper.find(value) !== undefined;
}

/** An option that has become impossible since is asked for again. */
function isOneOf<V extends string>(options: readonly { value: V; disabled?: string }[]) {
  return (value: unknown): value is V =>
    options.some((option) => option.value === value && option.disabled === undefined);
}

function areAllOf<V extends string>(options: readonly { value: V; disabled?: string }[]) {
  return (values: unknown): values is V[] =>
    Array.isArray(values) && values.every(isOneOf(options));
}

function isAccepted(check: ((text: string) => string | undefined) | undefined) {
  return (value: unknown): value is string =>
    typeof value === "string" && check?.(value) === undefined;
}
