import type { Answer, Journal } from "./journal.ts";
import { Back } from "./prompter.ts";
import type { Ask, FlowHeader, Mark, Prompter, Question, Situation } from "./prompter.ts";
import type { SecretKeeper } from "./secret-keeper.ts";
import { InvalidInput } from "../shared/errors.ts";
import type { Hint } from "../shared/errors.ts";
import { findCredentials, redact } from "../shared/redact.ts";

/** What a flow is given. A plain object of arrow functions: flows destructure it. */
export interface FlowContext {
  readonly ask: Ask;
  /**
   * Does something that lasts, once. A finished step is looked up by its id; only `reset` forgets it.
   * The id carries the inputs, the host first. The result is JSON and holds no secret.
   */
  readonly step: <T>(id: string, run: () => Promise<T>) => Promise<T>;
  /** The result of a finished step, without doing it. */
  readonly recall: <T>(id: string) => T | undefined;
  /** Looks something up once a run. Back and replays see the same. */
  readonly read: <T>(id: string, look: () => Promise<T>) => Promise<T>;
  /** Forgets a finished step, or a look-up, so that it is done again. */
  readonly reset: (id: string) => Promise<void>;
  /**
   * Forgets answers: from the first of these questions on, or without one those to the questions to come. A flow calls
   * it where recorded answers no longer stand: given for something else, or leading nowhere. A finished step is a wall.
   */
  readonly unanswer: (...from: readonly string[]) => Promise<void>;
  /** Puts a row into the list of what is done. */
  readonly mark: (mark: Mark) => void;
  readonly keeper: SecretKeeper;
}

export type Flow<Deps, Result> = (context: FlowContext, deps: Deps) => Promise<Result>;

export interface FlowRun {
  readonly prompter: Prompter;
  readonly journal: Journal;
  readonly keeper: SecretKeeper;
  readonly header: FlowHeader;
}

/**
 * Runs a flow from its start. Recorded answers are given without asking; Back drops the last answer and runs
 * the flow again, and Resume is the same in another process.
 */
export async function runFlow<Deps, Result>(
  flow: Flow<Deps, Result>,
  deps: Deps,
  run: FlowRun,
): Promise<Result> {
  const lookUps = new Map<string, unknown>();
  const notesShown = new Set<string>();
  for (;;) {
    run.prompter.begin(run.header);
    const replay = createReplay(run, lookUps, notesShown);
    try {
      return await flow(replay.context, deps);
    } catch (error) {
      if (!(error instanceof Back)) throw error;
      await replay.dropLastAnswer();
    }
  }
}

function createReplay(run: FlowRun, lookUps: Map<string, unknown>, notesShown: Set<string>) {
  const { prompter, journal, keeper } = run;
  let position = 0;
  // Answers before a finished step cannot be taken back: nothing un-creates an App.
  let barrier = 0;
  let runningStep: string | undefined;

  const situation = (): Situation => ({ canGoBack: position > barrier });
  const forbidInsideStep = (question: Question) => {
    if (runningStep !== undefined) {
      throw new Error(`"${question.id}" is asked inside the step "${runningStep}"`);
    }
  };
  const record = async (answer: Answer) => {
    refuseCredential(answer);
    await journal.setAnswers([...journal.answers().slice(0, position), answer]);
    position += 1;
  };

  /** Answers from the journal when its next answer fits this question, and asks otherwise. */
  async function answer<T>(
    question: Question,
    fits: (value: unknown) => value is T,
    put: () => Promise<T>,
  ): Promise<T> {
    forbidInsideStep(question);
    const recorded = journal.answers()[position];
    if (recorded?.id === question.id && fits(recorded.value)) {
      position += 1;
      return recorded.value;
    }
    const value = await put();
    await record({ id: question.id, value });
    return value;
  }

  const ask: Ask = {
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
      answer(
        question,
        (value): value is string => typeof value === "string" && keeper.find(value) !== undefined,
        async () => keeper.keep(await prompter.secret(question, situation())),
      ),
    disclose: async (disclosure) => {
      await answer(disclosure, isBoolean, async () => {
        await prompter.disclose(disclosure, situation());
        return true;
      });
    },
    note: async (note) => {
      if (notesShown.has(note.id)) return;
      notesShown.add(note.id);
      await prompter.note(note);
    },
    progress: (wait, task) => prompter.progress(wait, task),
    failure: (failure) => {
      forbidInsideStep(failure);
      const { message, hints } = failure.error;
      const error = { message: redact(message), hints: hints.map(redactHint) };
      return prompter.failure({ ...failure, error }, situation());
    },
  };

  const context: FlowContext = {
    ask,
    keeper,
    mark: (mark) => prompter.mark(mark),
    step: async <T>(id: string, work: () => Promise<T>) => {
      let result = journal.step(id) as T | undefined;
      if (result === undefined) {
        runningStep = id;
        try {
          result = await work();
        } finally {
          runningStep = undefined;
        }
        await journal.finishStep(id, result ?? null);
      }
      barrier = position;
      return result;
    },
    recall: <T>(id: string) => journal.step(id) as T | undefined,
    read: async <T>(id: string, look: () => Promise<T>) => {
      if (!lookUps.has(id)) lookUps.set(id, await look());
      return lookUps.get(id) as T;
    },
    reset: async (id) => {
      lookUps.delete(id);
      if (journal.step(id) !== undefined) await journal.forgetStep(id);
    },
    unanswer: async (...from) => {
      const answers = journal.answers();
      const first = from.length === 0 ? position : answers.findIndex(({ id }) => from.includes(id));
      if (first < 0 || first >= answers.length) return;
      await journal.setAnswers(answers.slice(0, Math.max(barrier, first)));
    },
  };

  return {
    context,
    dropLastAnswer: () =>
      journal.setAnswers(journal.answers().slice(0, Math.max(barrier, position - 1))),
  };
}

/** The journal lies on the disk: a key or a token that was typed as a plain answer must not get there. */
function refuseCredential({ id, value }: Answer): void {
  const texts = [value].flat().filter((each) => typeof each === "string");
  if (texts.every((text) => findCredentials(text).length === 0)) return;
  throw new InvalidInput(`The answer to "${id}" has a key or a token in it. It was not recorded.`, [
    { say: "Run the same command again, and give keys and tokens only where they are not shown" },
  ]);
}

function redactHint({ say, command, link }: Hint): Hint {
  return {
    say: redact(say),
    ...(command !== undefined && { command: redact(command) }),
    ...(link !== undefined && { link: redact(link) }),
  };
}

const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";

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
