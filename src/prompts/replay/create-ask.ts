import { Stopped, type Hint } from "../../shared/errors.ts";
import { count } from "../../shared/count.ts";
import { redact } from "../../shared/redact.ts";
import { validateEntries } from "../validate-entries.ts";
import { AskAgain, Back } from "../prompter.ts";
import type {
  Answered,
  Ask,
  Failure,
  ListQuestion,
  Note,
  Option,
  Prompter,
  Question,
  ReportProgress,
  Situation,
  Wait,
} from "../prompter.ts";
import type { SecretVault } from "../secret-vault.ts";
import type { Position } from "./position.ts";

interface Asking {
  readonly prompter: Prompter;
  readonly vault: SecretVault;
  readonly position: Position;
  /** IDs of the notes that this run has already shown. */
  readonly notes: Set<string>;
  /**
   * Answers that are still displayed although a later answer replaced them, keyed by the question
   * ID of the later answer.
   */
  readonly settled: ReadonlyMap<string, readonly Answered[]>;
  readonly answered: Answered[];
  /** Answers that this run has discarded, by question ID. */
  readonly withdrawn: ReadonlyMap<string, unknown>;
  readonly runningStep: () => string | undefined;
}

/** Creates the functions that answer a flow's questions from the journal, or ask the operator. */
export function createAsk(asking: Asking): Ask {
  const { prompter, vault, position } = asking;
  const { situation } = position;
  /**
   * When a question is repeated, its previous answer is preselected, unless Enter must not confirm
   * it.
   */
  const again = <Q extends Question & { initial?: unknown }, T extends Q["initial"]>(
    question: Q,
    fits: (value: unknown) => value is T,
  ): Q => {
    const before = asking.withdrawn.get(question.id);
    const isPlain = question.name !== undefined && question.weight === undefined;
    return isPlain && fits(before) ? { ...question, initial: before } : question;
  };
  const answer = <T>(answering: Answering<T>) => answerOnce(asking, answering);
  return {
    choose: (question) =>
      answer({
        question,
        fits: isOneOf(question.options),
        report: (value) => formatLabels(question.options, [value]),
        put: () => prompter.choose(again(question, isOneOf(question.options)), situation()),
      }),
    chooseMany: (question) =>
      answer({
        question,
        fits: areAllOf(question.options),
        report: (values) => formatLabels(question.options, values),
        put: () => prompter.chooseMany(again(question, areAllOf(question.options)), situation()),
      }),
    confirm: (question) =>
      answer({
        question,
        fits: isBoolean,
        report: (isYes) => (isYes ? (question.yes ?? "Yes") : (question.no ?? "No")),
        put: () => prompter.confirm(question, situation()),
      }),
    text: (question) =>
      answer({
        question,
        fits: isAccepted(question.check),
        report: (text) => text || "none",
        put: () => prompter.text(again(question, isAccepted(question.check)), situation()),
      }),
    list: (question) =>
      answer({
        question,
        fits: isCompleteList(question),
        report: (entries) => describeEntries(question, entries),
        put: () => prompter.list(again(question, isCompleteList(question)), situation()),
      }),
    secret: (question) =>
      answer({
        question,
        fits: isKept(vault),
        report: () => "received, not shown",
        put: async () => vault.keep(await prompter.secret(question, situation())),
      }),
    disclose: async (disclosure) => {
      await answer({
        question: disclosure,
        fits: isBoolean,
        report: () => disclosure.proceed,
        put: async () => {
          await prompter.disclose(disclosure, situation());
          return true;
        },
      });
    },
    note: (note) => showOnce(asking, note),
    progress: (wait, task) => waitFor(asking, wait, task),
    failure: (failure) => decide(asking, failure),
  };
}

/**
 * Asks what to do about a failure. If nothing failed, the decision counts for the replays of this
 * run, so that Back returns to the previous question.
 */
async function decide<V extends string>(asking: Asking, failure: Failure<V>): Promise<V> {
  const { position, prompter } = asking;
  forbidInsideStep(asking, failure);
  const isDecision = failure.error.state === "attention";
  const earlier = isDecision ? position.nextDecision(failure) : undefined;
  if (earlier !== undefined) return earlier;
  const { message, hints } = failure.error;
  const error = { ...failure.error, message: redact(message), hints: hints.map(redactHint) };
  const value = await prompter.failure({ ...failure, error }, position.situation());
  if (isDecision) position.recordDecision(failure, value);
  return value;
}

interface Answering<T> {
  readonly question: Question;
  readonly fits: (value: unknown) => value is T;
  /** Formats the answer for display. */
  readonly report: (value: T) => string;
  readonly put: () => Promise<T>;
}

/** Uses the next answer in the journal if it fits the question. Otherwise asks the operator. */
async function answerOnce<T>(asking: Asking, answering: Answering<T>): Promise<T> {
  const { position, prompter, settled, answered: earlier } = asking;
  const { question, fits, report, put } = answering;
  forbidInsideStep(asking, question);
  const { name } = question;
  const list = (value: T, isKept: boolean) => {
    if (name === undefined) return;
    const answered = { name, text: report(value) };
    earlier.push(answered);
    prompter.answered(answered, isKept);
  };
  const recorded = position.next(question, fits);
  if (recorded) {
    for (const answered of settled.get(question.id) ?? []) {
      earlier.push(answered);
      prompter.answered(answered, false);
    }
    list(recorded.value, recorded.isKept);
    return recorded.value;
  }
  const value = await put();
  await position.record({ id: question.id, value });
  list(value, false);
  return value;
}

/**
 * Waits while a task runs. If the operator stops waiting, a note shows which work continues on the
 * forge. If stopping interrupts a task that must finish, the note states that the task's result is
 * unknown.
 */
async function waitFor<T>(
  asking: Asking,
  wait: Wait,
  task: (report: ReportProgress, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { prompter } = asking;
  const unknown: Hint | null = wait.mustEnd
    ? {
        text: `gatehouse cannot tell whether this was completed: ${redact(wait.title)}. Run the command again to check`,
      }
    : null;
  const left = { behind: unknown };
  try {
    return await prompter.progress(
      wait,
      (report, signal) =>
        task((update) => {
          const { ifLeft } = update;
          if (ifLeft !== undefined) left.behind = ifLeft ? redactHint(ifLeft) : unknown;
          report(update);
        }, signal),
      waitSituation(asking, wait),
    );
  } catch (error) {
    if (left.behind === null) throw error;
    if (error instanceof Stopped) throw error.leaving(left.behind);
    const { text: title, ...more } = left.behind;
    if (error instanceof Back || error instanceof AskAgain)
      await prompter.note({ id: `${wait.id}-left`, title, ...more });
    throw error;
  }
}

/** Back cannot leave a wait during which something is created. */
function waitSituation({ position }: Asking, wait: Wait): Situation {
  return wait.canLeave ? position.situation() : { canGoBack: false };
}

function formatLabels(options: readonly Option[], values: readonly string[]): string {
  const labels = values.map((value) => options.find((one) => one.value === value)?.label ?? value);
  return labels.join(", ") || "none";
}

/** The maximum number of list entries to show. Longer lists are shown as a count. */
const mostShown = 3;

function describeEntries({ entry }: ListQuestion, entries: readonly string[]): string {
  if (entries.length > mostShown) return count(entries.length, entry);
  return entries.join(", ") || "none";
}

function forbidInsideStep({ runningStep }: Asking, { id }: Question): void {
  const step = runningStep();
  if (step !== undefined) throw new Error(`Question "${id}" cannot be asked inside step "${step}"`);
}

async function showOnce({ notes, prompter }: Asking, note: Note): Promise<void> {
  if (notes.has(note.id)) return;
  notes.add(note.id);
  await prompter.note(note);
}

function redactHint({ text, command, lines, link }: Hint): Hint {
  return {
    text: redact(text),
    ...(lines !== undefined && { lines: lines.map((line) => redact(line)) }),
    ...(command !== undefined && { command: redact(command) }),
    ...(link !== undefined && { link: redact(link) }),
  };
}

const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";

function isKept(vault: SecretVault) {
  return (value: unknown): value is string =>
    typeof value === "string" && vault.find(value) !== undefined;
}

/** If a recorded option is no longer available, the question is asked again. */
function isOneOf<V extends string>(options: readonly { value: V; disabled?: string }[]) {
  return (value: unknown): value is V =>
    options.some((option) => option.value === value && option.disabled === undefined);
}

function areAllOf<V extends string>(options: readonly { value: V; disabled?: string }[]) {
  return (values: unknown): values is V[] =>
    Array.isArray(values) && values.every(isOneOf(options));
}

function isCompleteList(question: ListQuestion) {
  return (value: unknown): value is string[] =>
    Array.isArray(value) &&
    value.every((one) => typeof one === "string") &&
    validateEntries(question, value) === undefined;
}

function isAccepted(check: ((text: string) => string | undefined) | undefined) {
  return (value: unknown): value is string =>
    typeof value === "string" && check?.(value) === undefined;
}
