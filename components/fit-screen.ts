import { checklistRows } from "./checklist.tsx";
import { complaintRows, drawControl } from "./draw-control.ts";
import { shareRows, startAround, viewRows, type Drawn, type View, type Wish } from "./fit-rows.ts";
import { headerRows } from "./header.tsx";
import { keyRows } from "./key-bar.tsx";
import { noteRows } from "./notes.tsx";
import { bodyRows, titleRows } from "./question.tsx";
import type { Look, Row } from "./rows.tsx";
import type { Screen } from "./screen-store.ts";
import type { Theme } from "./theme.ts";

const order = [
  ...(["header", "checklist", "notes", "title", "body", "control", "complaint", "keys"] as const),
];
type Part = (typeof order)[number];

/** The parts of a screen from top to bottom, as the rows that fit. */
export interface FittedScreen {
  readonly look: Look;
  readonly parts: Readonly<Record<Part, readonly Row[]>>;
  /** How far the body is scrolled and can be. */
  readonly body: View;
  readonly cursor: { readonly x: number; readonly y: number } | undefined;
}

/** Lays a screen out so that it stays below the terminal's height: as high as it, Ink clears the whole screen. */
export function fitScreen(screen: Screen, theme: Theme): FittedScreen {
  const look = { ...theme, width: screen.columns - 1 };
  const height = screen.rows - 1;
  const full = drawParts(screen, { look, height });
  const shares = shareRows(height, wish(full, height));
  const view = (part: Exclude<Part, "control">, start = 0) =>
    viewRows(full[part], { height: shares.get(part) ?? 0, start, look });
  const pinned = full.control.pinned ?? [];
  const controlHeight = Math.max(0, (shares.get("control") ?? 0) - pinned.length);
  const start = startAround(full.control.focus, controlHeight);
  const control = viewRows(full.control.rows, { height: controlHeight, start, look });
  const body = view("body", screen.scroll);
  const position = { look, canScroll: body.last > 0, isAtEnd: body.start >= body.last };
  const parts = {
    header: view("header").rows,
    checklist: checklistRows(screen.marks, look, shares.get("checklist") ?? 0),
    notes: view("notes").rows,
    title: full.title,
    body: body.rows,
    control: [...pinned, ...control.rows],
    complaint: view("complaint").rows,
    keys: keyRows(screen, position).slice(0, shares.get("keys") ?? 0),
  };
  const spaced = addGaps(parts, listGaps(screen).slice(0, shares.get("gaps") ?? 0));
  return { look, parts: spaced, body, cursor: placeCursor(spaced, full.control, control) };
}

type FullParts = Record<Exclude<Part, "control">, readonly Row[]> & { readonly control: Drawn };

function drawParts(screen: Screen, { look, height }: { look: Look; height: number }): FullParts {
  const title = titleRows(screen, look);
  // A title of many rows goes on in the body, which can be scrolled.
  const titleHeight = Math.max(1, Math.floor(height / 3));
  const control = screen.open?.control;
  return {
    header: headerRows(screen, look),
    checklist: checklistRows(screen.marks, look, Infinity),
    notes: screen.notes.flatMap((note) => noteRows(note, look)),
    title: title.slice(0, titleHeight),
    body: [...title.slice(titleHeight), ...bodyRows(screen, look)],
    control: control ? drawControl(control, look) : { rows: [] },
    complaint: control ? complaintRows(control, look) : [],
    // As long as they may become: whether the body can be scrolled is known only afterwards.
    keys: keyRows(screen, { look, canScroll: true, isAtEnd: false }),
  };
}

/** First what a question cannot do without, then what is good to see. */
function wish(full: FullParts, height: number): Wish<Part | "gaps">[] {
  const pinned = full.control.pinned?.length ?? 0;
  const control = pinned + full.control.rows.length;
  const all = (part: Exclude<Part, "control">) => ({ part, rows: full[part].length });
  const atMost = (part: Exclude<Part, "control">, rows: number) => ({
    part,
    rows: Math.min(rows, full[part].length),
  });
  return [
    all("keys"),
    all("title"),
    { part: "control", rows: Math.min(pinned + 3, control) },
    atMost("complaint", 3),
    atMost("body", 3),
    { part: "control", rows: Math.min(Math.floor(height / 2), control) },
    atMost("notes", 3),
    all("complaint"),
    all("header"),
    atMost("checklist", height > 12 ? 2 : 0),
    { part: "gaps", rows: height > 15 ? 2 : 0 },
    all("body"),
    all("notes"),
    { part: "control", rows: control },
    { part: "gaps", rows: 4 },
    all("checklist"),
  ];
}

/** Parts that an empty row stands before, the dearest first. */
function listGaps({ open }: Screen): Part[] {
  if (open?.error) return ["body", "keys", "title"];
  return ["title", "keys", "control", ...(open?.control.kind === "wait" ? ["body" as const] : [])];
}

function addGaps(
  parts: Record<Part, readonly Row[]>,
  gaps: readonly Part[],
): Record<Part, readonly Row[]> {
  const spaced = { ...parts };
  for (const part of gaps) {
    const isAlone = parts[part].length === 0 || (part === "control" && parts.body.length === 0);
    if (!isAlone) spaced[part] = [[], ...parts[part]];
  }
  return spaced;
}

function placeCursor(
  parts: Record<Part, readonly Row[]>,
  drawn: Drawn,
  view: View,
): FittedScreen["cursor"] {
  if (!drawn.cursor) return undefined;
  const above = order.slice(0, order.indexOf("control")).flatMap((part) => parts[part]).length;
  const start = parts.control.length - view.rows.length;
  return { x: drawn.cursor.x, y: above + start + drawn.cursor.y - view.start };
}
