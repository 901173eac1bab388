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
 * What screens show, as plain lines: for the prompters without screens. Words stand where screens have marks, whether
 * the terminal has the signs or not: who hears the lines hears the same.
 */

/** What no end of a row may break: a command stays one when it is pasted, a link when it is opened. */
type Whole = "command" | "link";

/** Takes one line, without its end. */
export type Print = (line: string, whole?: Whole) => void;

/** `done: Scope: 2 targets, review only` */
export function markLine({ state, name, summary }: Mark): string {
  return `${markWords[state]}: ${printableLine(name)}: ${printableLine(summary)}`;
}

/** The note as lines, for what stays below a screen. */
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

export function formatHint(print: Print, { say, command, link }: Hint): void {
  const hasMore = command !== undefined || link !== undefined;
  print(printable(hasMore ? `${say.replace(/[.:]$/, "")}:` : say));
  if (command !== undefined) print(`  ${printableLine(command)}`, "command");
  if (link !== undefined) print(`  ${printableLine(link)}`, "link");
}

/** `wrong: The App is not installed.`, and what to do. */
export function describeFailure(print: Print, report: FailureReport): void {
  const { state = "failed", message, hints } = report;
  print(`${markWords[state]}: ${printable(message)}`);
  for (const hint of hints) formatHint(print, hint);
}

/** What stands between the title and the control, and how much hangs on it. */
export function formatTopic(
  print: Print,
  { title, place, weight, facts = [], body = [] }: Question,
): void {
  const where = place ? ` (question ${place.at} of ${place.of})` : "";
  print(`${printableLine(title)}${where}`);
  if (weight !== undefined) print(weight === "read first" ? "Read first:" : "Cannot be undone:");
  printFacts(print, facts);
  for (const line of body) formatLine(print, line);
}

/** `Targets: acme/web`, a line each. */
export function printFacts(print: Print, facts: readonly Fact[] = []): void {
  for (const { name, text } of facts) print(`${printableLine(name)}: ${printable(text)}`);
}

/** A line that is an address stays one that can be copied. */
export function formatLine(print: Print, line: string): void {
  if (isAddress(line)) print(`  ${printable(line)}`, "link");
  else print(printable(line));
}

/** What a flow is about, which step it is at, and what is done and answered. */
export interface PlainProgressLog {
  readonly begin: (header: FlowHeader) => void;
  readonly outline: (names: readonly string[]) => void;
  readonly mark: (mark: Mark) => void;
  readonly answered: (answer: Answered, isKept: boolean) => void;
  /** Says which step begins, where the question or wait to come is the first of it. */
  readonly reach: () => void;
}

/** A flow that starts anew after Back says nothing again that still is so. */
export function createPlainProgressLog(print: Print): PlainProgressLog {
  let header: FlowHeader | undefined;
  let marks: readonly Mark[] = [];
  let begun: string | undefined;
  const told = new Map<string, string>();
  const tell = (what: string, line: string) => {
    if (told.get(what) !== line) print(line);
    told.set(what, line);
  };
  return {
    begin: (next) => {
      header = next;
      marks = [];
      tell("heading", printableLine(`${next.title} ${next.subject}`));
    },
    outline: (outline) => {
      if (header) header = { ...header, outline };
    },
    mark: (mark) => {
      marks = [...marks.filter(({ name }) => name !== mark.name), mark];
      tell(`mark ${mark.name}`, markLine(mark));
    },
    // What was typed just now stands above; what an earlier run was told does not.
    answered: ({ name, text }, isKept) => {
      const line = `${markWords.answer}: ${printableLine(name)}: ${printableLine(text)}`;
      if (isKept) tell(`answer ${name}`, line);
    },
    reach: () => {
      const step = header && stepOf(header, marks);
      // How many there are may become known in the middle of one.
      if (!step || step.isOver || step.name === begun) return;
      begun = step.name;
      print(`[${step.at} of ${step.of}] ${printableLine(step.name)}`);
    },
  };
}
