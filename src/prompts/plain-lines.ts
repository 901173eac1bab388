import { isAddress } from "../terminal/rows.ts";
import { markWords } from "../shared/marks.ts";
import { printable, printableLine } from "../shared/print-text.ts";
import type { Hint } from "../shared/errors.ts";
import type {
  Answered,
  Fact,
  FailureReport,
  FlowHeader,
  Mark,
  Note,
  Question,
} from "./prompter.ts";
import { stepOf } from "./step-of.ts";

/*
 * Formats the content of screens as plain lines, for prompters that do not draw screens. Marks are
 * always written as words, even if the terminal supports symbols, so that screen readers get the
 * same output everywhere.
 */

/** Text that must not be wrapped, so that commands can be pasted and links can be opened. */
type Unbroken = "command" | "link";

/** Prints a line. The argument has no trailing newline. */
export type Print = (line: string, unbroken?: Unbroken) => void;

/** Formats a mark: `done: Scope: 2 targets, review only`. */
export function markLine({ state, name, summary }: Mark): string {
  return `${markWords[state]}: ${printableLine(name)}: ${printableLine(summary)}`;
}

/** Formats a note as lines, which stay visible below a screen. */
export function noteLines({ title, body = [], command, link }: Note): string[] {
  const lines = [title, ...body, ...(command === undefined ? [] : [`  ${command}`]), link];
  return lines.filter((line) => line !== undefined).map(printable);
}

export function printNote(print: Print, { title, body = [], command, link }: Note): void {
  print(printable(title));
  for (const line of body) formatLine(print, line);
  if (command !== undefined) print(`  ${printableLine(command)}`, "command");
  if (link !== undefined) print(`  ${printableLine(link)}`, "link");
}

export function formatHint(print: Print, { text, command, lines = [], link }: Hint): void {
  const hasMore = command !== undefined || lines.length > 0 || link !== undefined;
  print(printable(hasMore ? `${text.replace(/[.:]$/, "")}:` : text));
  if (command !== undefined) print(`  ${printableLine(command)}`, "command");
  for (const line of lines) print(`  ${printableLine(line)}`, "link");
  if (link !== undefined) print(`  ${printableLine(link)}`, "link");
}

/** Prints a failure, such as `wrong: The App is not installed.`, and its hints. */
export function describeFailure(print: Print, report: FailureReport): void {
  const { state = "failed", message, hints } = report;
  print(`${markWords[state]}: ${printable(message)}`);
  for (const hint of hints) formatHint(print, hint);
}

/**
 * Prints the text between a question's title and its options, including the warning for important
 * questions.
 */
export function formatTopic(
  print: Print,
  { title, position, weight, facts = [], body = [] }: Question,
): void {
  const where = position ? ` (question ${position.at} of ${position.of})` : "";
  print(`${printableLine(title)}${where}`);
  if (weight !== undefined) print(weight === "read first" ? "Read first:" : "Cannot be undone:");
  printFacts(print, facts);
  for (const line of body) formatLine(print, line);
}

/** Prints facts, one per line: `Targets: acme/web`. */
export function printFacts(print: Print, facts: readonly Fact[] = []): void {
  for (const { name, text } of facts) print(`${printableLine(name)}: ${printable(text)}`);
}

/** Prints a line. A URL is not wrapped, so that it can be copied. */
export function formatLine(print: Print, line: string): void {
  if (isAddress(line)) print(`  ${printable(line)}`, "link");
  else print(printable(line));
}

/** Prints a flow's subject, its current step, completed steps and answers. */
export interface PlainProgressLog {
  readonly begin: (header: FlowHeader) => void;
  readonly outline: (names: readonly string[]) => void;
  readonly mark: (mark: Mark) => void;
  readonly answered: (answer: Answered, isKept: boolean) => void;
  /** Announces the current step if it has not been announced yet. */
  readonly reach: () => void;
}

/**
 * Creates the progress log. Back restarts the flow, but facts that still apply are not printed
 * again.
 */
export function createPlainProgressLog(print: Print): PlainProgressLog {
  let header: FlowHeader | undefined;
  let marks: readonly Mark[] = [];
  let begun: string | undefined;
  const printed = new Map<string, string>();
  const printOnce = (what: string, line: string) => {
    if (printed.get(what) !== line) print(line);
    printed.set(what, line);
  };
  return {
    begin: (next) => {
      header = next;
      marks = [];
      printOnce("heading", printableLine(`${next.title} ${next.subject}`));
    },
    outline: (outline) => {
      if (header) header = { ...header, outline };
    },
    mark: (mark) => {
      marks = [...marks.filter(({ name }) => name !== mark.name), mark];
      printOnce(`mark ${mark.name}`, markLine(mark));
    },
    // Prints only answers from an earlier run, because answers typed in this run are already on the
    // screen.
    answered: ({ name, text }, isKept) => {
      const line = `${markWords.answer}: ${printableLine(name)}: ${printableLine(text)}`;
      if (isKept) printOnce(`answer ${name}`, line);
    },
    reach: () => {
      const step = header && stepOf(header, marks);
      // A step is announced only once, even if the total number of steps becomes known later.
      if (!step || step.isOver || step.name === begun) return;
      begun = step.name;
      print(`[${step.at} of ${step.of}] ${printableLine(step.name)}`);
    },
  };
}
