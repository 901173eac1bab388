import type { Hint } from "../shared/errors.ts";
import type { Fact, FailureReport, FlowHeader, Mark, Note, Wait, WaitUpdate } from "./prompter.ts";
import { markWords, marks } from "../shared/marks.ts";
import { printable, printableLine } from "../shared/print-text.ts";

/*
 * What screens show, as plain lines: for the prompters without screens, and for what stays in the scrollback.
 */

/** What stands before something that went wrong, or that a person has to decide. */
export function leadOf({ state = "failed" }: FailureReport, { hasSigns = true } = {}): string {
  return hasSigns ? marks[state] : `${markWords[state]}:`;
}

/** `✔ Read App  key stored`. Where signs cannot be shown, words take their place. */
export function markLine(mark: Mark, { hasSigns = true } = {}): string {
  const lead = hasSigns ? marks[mark.state] : `${markWords[mark.state]}:`;
  return printableLine(`${lead} ${mark.name}  ${mark.summary}`);
}

/** `Targets: acme/web`, a line each. */
export function factLines(facts: readonly Fact[] = []): string[] {
  return facts.map(({ name, text }) => printable(`${name}: ${text}`));
}

export function noteLines({ title, body = [], command, link }: Note): string[] {
  const lines = [title, ...body, ...(command === undefined ? [] : [`  ${command}`]), link];
  return lines.filter((line) => line !== undefined).map(printable);
}

export function hintLines({ say, command, link }: Hint): string[] {
  const more = [command, link].filter((line) => line !== undefined);
  return [more.length > 0 ? `${say}:` : say, ...more.map((line) => `  ${line}`)].map(printable);
}

/** The lines that an update adds: what it changes, and nothing twice. */
export function updateLines(update: WaitUpdate, before: WaitUpdate): string[] {
  const { line, seen, link, problem, deadline } = update;
  const time = deadline?.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return [
    ...(seen === undefined ? [] : [seen]),
    ...(line === undefined || isSameButTime(line, before.line) ? [] : [line]),
    ...(problem && problem.say !== before.problem?.say
      ? [`${marks.attention} ${problem.say}`, ...(problem.hints ?? []).flatMap(hintLines)]
      : []),
    ...(link && link !== before.link ? [link] : []),
    ...(deadline && deadline.getTime() !== before.deadline?.getTime()
      ? [`This ends by itself at ${time}.`]
      : []),
  ].map(printable);
}

/** Whoever hears a line for each look of a wait that finds nothing new hears nothing else. */
function isSameButTime(line: string, before = ""): boolean {
  const withoutTime = (text: string) => text.replaceAll(/\d\d:\d\d:\d\d/g, "");
  return withoutTime(line) === withoutTime(before);
}

/** What a person does in order, each with its number. */
export function stepLines({ steps = [] }: Pick<Wait, "steps">): string[] {
  return steps.map((step, index) => printable(`${index + 1}. ${step}`));
}

/** Prints what a flow is about, and not again when it starts anew after Back. */
export function createHeading(print: (line: string) => void): (header: FlowHeader) => void {
  let last: string | undefined;
  return ({ title, subject }) => {
    const heading = printableLine(`${title} ${subject}`);
    if (heading !== last) print(heading);
    last = heading;
  };
}
