import { howToContinue } from "../src/prompts/prompter.ts";
import { stoppingLine } from "../src/prompts/stops.ts";
import type { RenderOptions } from "../src/terminal/render-options.ts";
import {
  behind,
  factRows,
  headRows,
  hintRows,
  lineRows,
  linkRows,
  marked,
  rail,
  textRows,
  type RowPrefix,
  type Row,
  type Span,
} from "../src/terminal/rows.ts";
import type { MarkState } from "../src/shared/marks.ts";
import { count } from "../src/shared/count.ts";
import { printable, printableLine } from "../src/shared/print-text.ts";
import type { ListState } from "./keys/list.ts";
import { formatClock, spin } from "./wait-rows.ts";
import type { OpenQuestion, Screen } from "./screen-store.ts";

function formatCount({ entries, question }: ListState): string {
  return entries.length === 0 ? "" : count(entries.length, question.entry);
}

export function describeLocation({ at, of }: NonNullable<OpenQuestion["position"]>): string {
  return `question ${at} of ${of}`;
}

/**
 * Returns the line to the left of the question. It is heavy if the text must be read first or the
 * action cannot be undone.
 */
function railOf(open: OpenQuestion | undefined, style: RenderOptions): RowPrefix {
  if (open?.weight === "cannot be undone") return rail(style, "bad");
  if (open?.weight === "read first") return rail(style, "warning");
  return lightRail(open, style);
}

/** Returns the line to the left of the answer. This line is never heavy. */
export function lightRail(open: OpenQuestion | undefined, style: RenderOptions): RowPrefix {
  return rail(style, open?.isAnswered || !open ? "quiet" : "active");
}

/**
 * Draws the mark and the title or error. The right side shows the position, the number of entries
 * or the elapsed time.
 *
 *  ● May agents write to the targets?                             question 2 of 4
 */
export function titleRows(screen: Screen, style: RenderOptions): Row[] {
  const { open } = screen;
  if (!open) return textRows("One moment", { style, tone: "quiet", prefix: spin(screen, style) });
  const { control, error, weight, position } = open;
  const below = railOf(open, style);
  if (error) {
    const state = error.state ?? "failed";
    return headRows(printable(error.message), "", { style, prefix: marked(style, state, below) });
  }
  const title = printableLine(open.title);
  if (control.kind === "wait") {
    const right = formatClock(control, screen.now);
    const prefix =
      right === "" && !control.isForPerson ? spin(screen, style) : marked(style, "active", below);
    return headRows(title, right, { style, prefix });
  }
  const state: MarkState = open.isAnswered ? "answer" : weight ? "attention" : "active";
  const counted = control.kind === "list" ? formatCount(control) : "";
  const beside = counted || (position ? describeLocation(position) : "");
  const right = weight === "cannot be undone" ? weight : beside;
  return headRows(title, right, { style, prefix: marked(style, state, below) });
}

/**
 * Draws the text between title and control. While the reason for the question is shown, the reason
 * replaces the text.
 *
 *  ┃ Bound to you  It acts as you, and stops when you leave or lose a right.
 *  ┃ Long-lived    An App token expires after 1 hour, this one on its own date.
 *  │
 *  │ Recorded in acme/control: your name, the time, and this text.
 */
export function bodyRows(screen: Screen, style: RenderOptions): Row[] {
  const { open, isWhyShown } = screen;
  if (!open) return [];
  const prefix = railOf(open, style);
  if (isWhyShown && open.why !== undefined) {
    return [...textRows(open.why, { style, prefix }), ...waitLinkRows(open, style)];
  }
  const { error, facts = [], body, weight } = open;
  const drawn = [
    ...(error?.hints.length
      ? [prefix.rest, ...error.hints.flatMap((hint) => hintRows(hint, { style, prefix }))]
      : []),
    ...factRows(facts, { style, prefix }),
  ];
  // Only text that must be read has a heavy line. Details, such as how the answer is recorded, have
  // a light one.
  const bodyIndent = weight && facts.length > 0 ? lightRail(open, style) : prefix;
  // The error comes first and the question last. The title is omitted if it only asks how to
  // continue.
  const asked =
    error && open.title !== howToContinue
      ? [prefix.rest, ...textRows(open.title, { style, prefix, tone: "strong" })]
      : [];
  const gap = facts.length > 0 && body.length > 0 ? [bodyIndent.rest] : [];
  const lines = body.flatMap((line) => lineRows(line, { style, prefix: bodyIndent }));
  return [
    ...drawn,
    ...gap,
    ...lines,
    ...stepRows(open, style, prefix),
    ...stoppingRows(screen, style, prefix),
    ...asked,
  ];
}

/**
 * Draws the steps that the operator performs outside the terminal, and the link for the first step.
 *
 *  │ 1  If your browser did not open, open this link:
 *    http://127.0.0.1:41873/read
 *  │ 2  Sign in if asked. Then press [ Create App ].
 */
function stepRows(
  { steps = [], control }: OpenQuestion,
  style: RenderOptions,
  prefix: RowPrefix,
): Row[] {
  // If a hint of the problem contains a link, the hints explain the next steps, so the steps of the
  // wait are omitted.
  if (control.kind === "wait" && control.problem?.hints?.some(({ link }) => link !== undefined))
    return [];
  const address = waitLinkRows({ control }, style);
  if (steps.length === 0) return address;
  return steps.flatMap((step, index) => {
    const number: Span = { text: `${index + 1}  ` };
    return [
      ...textRows(step, { style, prefix: behind(prefix, [number]) }),
      ...(index === 0 ? address : []),
    ];
  });
}

function waitLinkRows({ control }: Pick<OpenQuestion, "control">, style: RenderOptions): Row[] {
  return control.kind === "wait" && control.link !== undefined ? linkRows(control.link, style) : [];
}

function stoppingRows(
  { open, isStopping }: Screen,
  style: RenderOptions,
  prefix: RowPrefix,
): Row[] {
  if (!isStopping || open?.control.kind !== "wait") return [];
  return textRows(`${stoppingLine}.`, { style, prefix });
}
