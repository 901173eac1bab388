import type { FlowContext } from "../../../src/prompts/flow-context.ts";
import { type Journal } from "../../../src/prompts/journal.ts";
import { memoryJournal } from "../../prompts/memory-journal.ts";
import type {
  ChooseManyQuestion,
  Mark,
  Prompter,
  Question,
  Wait,
} from "../../../src/prompts/prompter.ts";
import { runFlow } from "../../../src/prompts/run-flow.ts";
import { createSecretVault, type SecretVault } from "../../../src/prompts/secret-vault.ts";
import { UserError, type Hint } from "../../../src/shared/errors.ts";
import { createOperator, type OperatorOptions } from "../setup/operator.ts";

export interface StepOptions extends OperatorOptions {
  /** Journal of an earlier run (default: empty). */
  readonly journal?: Journal;
  /** Secrets that this process already has (default: none). */
  readonly vault?: SecretVault;
  /**
   * The action on each wait screen, by the wait's id. It is pressed after the wait's external
   * action has started.
   */
  readonly press?: Readonly<Record<string, string>>;
}

export interface StepRun<T> {
  readonly result?: T;
  readonly error?: Error;
  /** Hints of the error. */
  readonly hints: readonly Hint[];
  /** Every line that the operator was shown. */
  readonly text: string;
  /** X */
  readonly asked: readonly string[];
  readonly marks: readonly Mark[];
  /** Contents of the wait screens. */
  readonly waits: readonly Wait[];
  /** Questions by id. */
  readonly questions: Readonly<Record<string, Question>>;
  /** Multiple-choice lists by question id. */
  readonly lists: Readonly<Record<string, ChooseManyQuestion>>;
  readonly journal: Journal;
}

const header = { flow: "step", version: 1, host: "forge.example", subject: "acme/control" };

export function startJournal(): Journal {
  return memoryJournal(header);
}

/** Runs a single step of a flow with scripted answers. */
export async function runStep<T>(
  step: (context: FlowContext) => Promise<T>,
  {
    journal = startJournal(),
    vault = createSecretVault(),
    press = {},
    ...operation
  }: StepOptions = {},
): Promise<StepRun<T>> {
  const questions: Record<string, Question> = {};
  const operator = createOperator({
    ...operation,
    onQuestion: (id, situation, question) => {
      if (question) questions[id] = question;
      operation.onQuestion?.(id, situation, question);
    },
  });
  const marks: Mark[] = [];
  const waits: Wait[] = [];
  const lists: Record<string, ChooseManyQuestion> = {};
  const prompter: Prompter = {
    ...operator.prompter,
    mark: (mark) => void marks.push(mark),
    chooseMany: (question, situation) => {
      lists[question.id] = question;
      return operator.prompter.chooseMany(question, situation);
    },
    progress: (wait, task, situation) => {
      waits.push(wait);
      const action = wait.actions?.find(({ id }) => id === press[wait.id]);
      if (action) setImmediate(() => void action.run(""));
      return operator.prompter.progress(wait, task, situation);
    },
  };
  const run = { prompter, journal, vault, header: { title: "step", subject: "", outline: [] } };
  const ended = await runFlow(step, undefined, run)
    .then((result) => ({ result, hints: [] }))
    .catch((error: Error) => ({ error, hints: error instanceof UserError ? error.hints : [] }));
  await operator.settled();
  const asked = operator.asked.map(({ id }) => id);
  return { ...ended, text: operator.said(), asked, marks, waits, questions, lists, journal };
}
