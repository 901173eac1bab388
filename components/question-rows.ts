import { howToGoOn } from "../src/prompts/prompter.ts";
import { stoppingLine } from "../src/prompts/stops.ts";
import type { Look } from "../src/terminal/render-options.ts";
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
  type Lead,
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

export function describePlace({ at, of }: NonNullable<OpenQuestion["place"]>): string {
  return `question ${at} of ${of}`;
}

/** Returns the rail beside the question: heavy if it must be read or cannot be undone. */
function railOf(open: OpenQuestion | undefined, look: Look): Lead {
  if (open?.weight === "cannot be undone") return rail(look, "bad");
  if (open?.weight === "read first") return rail(look, "warning");
  return lightRail(open, look);
}

/** Returns the rail beside the answer, which is never heavy. */
export function lightRail(open: OpenQuestion | undefined, look: Look): Lead {
  return rail(look, open?.isAnswered || !open ? "quiet" : "active");
}

/**
 * Draws the mark and the title or error. The right side shows the position, the number of entries
 * or the elapsed time.
 *
 *  ● May agents write to the targets?                             question 2 of 4
 */
export function titleRows(screen: Screen, look: Look): Row[] {
  const { open } = screen;
  if (!open) return textRows("One moment", { look, tone: "quiet", lead: spin(screen, look) });
  const { control, error, weight, place } = open;
  const below = railOf(open, look);
  if (error) {
    const state = error.state ?? "failed";
    return headRows(printable(error.message), "", { look, lead: marked(look, state, below) });
  }
  const title = printableLine(open.title);
  if (control.kind === "wait") {
    const right = formatClock(control, screen.now);
    const lead =
      right === "" && !control.isForPerson ? spin(screen, look) : marked(look, "active", below);
    return headRows(title, right, { look, lead });
  }
  const state: MarkState = open.isAnswered ? "answer" : weight ? "attention" : "active";
  const counted = control.kind === "list" ? formatCount(control) : "";
  const beside = counted || (place ? describePlace(place) : "");
  const right = weight === "cannot be undone" ? weight : beside;
  return headRows(title, right, { look, lead: marked(look, state, below) });
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
export function bodyRows(screen: Screen, look: Look): Row[] {
  const { open, isWhyShown } = screen;
  if (!open) return [];
  const lead = railOf(open, look);
  if (isWhyShown && open.why !== undefined) {
    return [...textRows(open.why, { look, lead }), ...waitLinkRows(open, look)];
  }
  const { error, facts = [], body, weight } = open;
  const drawn = [
    ...(error?.hints.length
      ? [lead.rest, ...error.hints.flatMap((hint) => hintRows(hint, { look, lead }))]
      : []),
    ...factRows(facts, { look, lead }),
  ];
  // The heavy rail marks text that must be read. Details, such as how the answer is recorded,
  // follow without it.
  const bodyLead = weight && facts.length > 0 ? lightRail(open, look) : lead;
  // The error comes first. The question that follows from it is last, unless it is the standard
  // question.
  const asked =
    error && open.title !== howToGoOn
      ? [lead.rest, ...textRows(open.title, { look, lead, tone: "strong" })]
      : [];
  const gap = facts.length > 0 && body.length > 0 ? [bodyLead.rest] : [];
  const lines = body.flatMap((line) => lineRows(line, { look, lead: bodyLead }));
  return [
    ...drawn,
    ...gap,
    ...lines,
    ...stepRows(open, look, lead),
    ...stoppingRows(screen, look, lead),
    ...asked,
  ];
}

/**
 * Draws the steps to take elsewhere, and the link that they start with.
 *
 *  │ 1  Open this link, if your browser did not:
 *    http://127.0.0.1:41873/read
 *  │ 2  Sign in, if GitHub asks. Then press [ Create App ].
 */
function stepRows({ steps = [], control }: OpenQuestion, look: Look, lead: Lead): Row[] {
  // The hints of a problem already contain the steps and the link.
  if (control.kind === "wait" && control.problem?.hints?.some(({ link }) => link !== undefined))
    return [];
  const address = waitLinkRows({ control }, look);
  if (steps.length === 0) return address;
  return steps.flatMap((step, index) => {
    const number: Span = { text: `${index + 1}  ` };
    return [
      ...textRows(step, { look, lead: behind(lead, [number]) }),
      ...(index === 0 ? address : []),
    ];
  });
}

function waitLinkRows({ control }: Pick<OpenQuestion, "control">, look: Look): Row[] {
  return control.kind === "wait" && control.link !== undefined ? linkRows(control.link, look) : [];
}

function stoppingRows({ open, isStopping }: Screen, look: Look, lead: Lead): Row[] {
  if (!isStopping || open?.control.kind !== "wait") return [];
  return textRows(`${stoppingLine}.`, { look, lead });
}
