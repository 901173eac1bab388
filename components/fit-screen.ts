import {
  createRenderOptions,
  type RenderOptions,
  type Theme,
} from "../src/terminal/render-options.ts";
import { indented, noRail, rail, textRows, type Row } from "../src/terminal/rows.ts";
import { complaintRows, drawControl } from "./draw-control.ts";
import {
  shareRows,
  startAround,
  viewRows,
  type Drawn,
  type View,
  type RowsRequest,
} from "./fit-rows.ts";
import { headerRows, thenRows } from "./header-rows.ts";
import { historyColumn, historyRows } from "./transcript.ts";
import { keyRows } from "./key-rows.ts";
import { isAside, isReading } from "./keys/screen.ts";
import { noteRows } from "./note-rows.ts";
import { bodyRows, lightRail, titleRows } from "./question-rows.ts";
import type { Screen } from "./screen-store.ts";

const order = [
  ...(["header", "history", "notes", "title", "body", "control", "complaint"] as const),
  ...(["outlook", "keys"] as const),
];
type Part = (typeof order)[number];

/** The parts of a screen from top to bottom, reduced to the rows that fit. */
export interface FittedScreen {
  readonly style: RenderOptions;
  readonly parts: Readonly<Record<Part, readonly Row[]>>;
  /** The scroll position of the body and its limits. */
  readonly body: View;
  readonly cursor: { readonly x: number; readonly y: number } | undefined;
}

/** Returns the short address that the screen shows for a link. */
export type Shorten = (link: string) => string;

/**
 * Number of rows from the top of a tall window to its keys. It is fixed, so that the keys do not
 * move between questions.
 */
const usualHeight = 23;

/**
 * Lays out a screen with fewer rows than the terminal, because at full height, Ink would clear the
 * complete screen.
 */
export function fitScreen(screen: Screen, theme: Theme, shorten?: Shorten): FittedScreen {
  const style = {
    ...createRenderOptions(theme, screen.columns),
    ...(shorten && !screen.isLinkLong && { shorten }),
  };
  const height = screen.rows - 1;
  const { full, shares } = shareLocation(drawParts(screen, { style, height }), screen, height);
  const view = (part: Exclude<Part, "control">, start = 0) =>
    viewRows(full[part], { height: shares.get(part) ?? 0, start, style });
  const pinned = full.control.pinned ?? [];
  const controlHeight = Math.max(0, (shares.get("control") ?? 0) - pinned.length);
  const start = startAround(full.control.focus, controlHeight);
  const { above = 0, below = 0 } = full.control;
  const manner = { height: controlHeight, start, style, above, below };
  const control = viewRows(full.control.rows, manner);
  const lastPage = view("body", screen.scroll);
  const isAtEnd = lastPage.start >= lastPage.last;
  const position = { style, canScroll: lastPage.last > 0, isAtEnd };
  // The option to confirm a text is shown only at the end of the text. Until then, its rows show
  // more of the text.
  const isUnread = screen.open !== undefined && isReading(screen.open) && !isAtEnd;
  const isHidden = isUnread || isAside(screen);
  const freed = shares.get("control") ?? 0;
  const body = isUnread
    ? viewPage(full.body, { height: (shares.get("body") ?? 0) + freed, style, lastPage })
    : lastPage;
  const parts = {
    header: view("header").rows,
    history: historyRows(screen, style, shares.get("history") ?? 0),
    notes: view("notes").rows,
    title: full.title,
    body: body.rows,
    control: isHidden ? [] : [...pinned, ...control.rows],
    complaint: view("complaint").rows,
    outlook: view("outlook").rows,
    keys: keyRows(screen, position).slice(0, shares.get("keys") ?? 0),
  };
  const gaps = listGaps(screen, style).slice(0, shares.get("gaps") ?? 0);
  const spaced = sinkKeys(addGaps(parts, gaps), Math.min(height, usualHeight));
  const cursor = isHidden ? undefined : placeCursor(spaced, full.control, control);
  return { style, parts: spaced, body, cursor };
}

/** Returns the view of a page of the body that is not the last page. */
function viewPage(
  rows: readonly Row[],
  { height, style, lastPage }: { height: number; style: RenderOptions; lastPage: View },
): View {
  const { start, last } = lastPage;
  const view = viewRows(rows, { height, start, style });
  const isEndShown = view.start >= view.last;
  const page = Math.max(1, view.page || rows.length);
  return { ...view, page, last, ...(isEndShown && { forward: last - 1 }) };
}

type FullParts = Record<Exclude<Part, "control">, readonly Row[]> & { readonly control: Drawn };

function drawParts(
  screen: Screen,
  { style, height }: { style: RenderOptions; height: number },
): FullParts {
  const title = titleRows(screen, style);
  // A long title continues in the body, which can scroll.
  const titleHeight = Math.max(1, Math.floor(height / 3));
  const { open } = screen;
  const manner = { style, rail: lightRail(open, style), now: screen.now };
  return {
    header: headerRows(screen, style),
    history: historyRows(screen, style, Infinity),
    notes: screen.notes.flatMap((note) => noteRows(note, style)),
    title: title.slice(0, titleHeight),
    body: [...title.slice(titleHeight), ...bodyRows(screen, style)],
    control: open ? drawControl(open.control, manner) : { rows: [] },
    complaint: open ? [...complaintRows(open.control, manner), ...remarkRows(screen, style)] : [],
    outlook: thenRows(screen, style, historyColumn(screen)),
    keys: longestKeys(screen, style),
  };
}

interface Placed {
  readonly full: FullParts;
  readonly shares: ReadonlyMap<Part | "gaps", number>;
}

/**
 * Distributes the rows among the parts. Notes that do not fit move into the scrollable body, after
 * any text that must be read.
 */
function shareLocation(full: FullParts, screen: Screen, height: number): Placed {
  const shares = shareRows(height, request(full, screen, height));
  if (full.notes.length <= (shares.get("notes") ?? 0)) return { full, shares };
  const { notes, body } = full;
  const gap = body.length > 0 ? [noRail.rest] : [];
  const isLast = screen.open !== undefined && isReading(screen.open);
  const both = isLast ? [...body, ...gap, ...notes] : [...notes, ...gap, ...body];
  const moved = { ...full, notes: [], body: both };
  return { full: moved, shares: shareRows(height, request(moved, screen, height)) };
}

/**
 * Returns the tallest version of the key rows. Which version is needed depends on the scroll
 * position, which is known only after the layout.
 */
function longestKeys(screen: Screen, style: RenderOptions): Row[] {
  const positions = [
    { canScroll: true, isAtEnd: false },
    { canScroll: true, isAtEnd: true },
    { canScroll: false, isAtEnd: true },
  ];
  const drawn = positions.map((position) => keyRows(screen, { style, ...position }));
  return drawn.reduce((longest, rows) => (rows.length > longest.length ? rows : longest));
}

/** Returns the result of the last key press if it is not shown elsewhere on the screen. */
function remarkRows({ remark, open }: Screen, style: RenderOptions): Row[] {
  if (remark === undefined) return [];
  return textRows(remark, { style, prefix: indented(lightRail(open, style), 2) });
}

const fewHistoryRows = 4;

/** Requests rows for the parts of the screen: first the required rows, then the optional rows. */
function request(full: FullParts, screen: Screen, height: number): RowsRequest<Part | "gaps">[] {
  const pinned = full.control.pinned?.length ?? 0;
  const control = pinned + full.control.rows.length;
  const all = (part: Exclude<Part, "control">) => ({ part, rows: full[part].length });
  const atMost = (part: Exclude<Part, "control">, rows: number) => ({
    part,
    rows: Math.min(rows, full[part].length),
  });
  const isNarrow = screen.columns < 64;
  const history = isNarrow ? 1 : fewHistoryRows;
  return [
    all("keys"),
    all("title"),
    { part: "control", rows: Math.min(Math.max(2, pinned + 1), control) },
    atMost("complaint", 2),
    atMost("body", 1),
    { part: "control", rows: Math.min(pinned + 3, control) },
    atMost("complaint", 3),
    atMost("body", 3),
    { part: "control", rows: Math.min(Math.floor(height / 2), control) },
    atMost("notes", 3),
    all("complaint"),
    atMost("header", height > 12 ? 3 : 1),
    atMost("history", height > 12 ? 1 : 0),
    { part: "gaps", rows: height > 15 ? 2 : 0 },
    all("body"),
    all("notes"),
    { part: "control", rows: control },
    { part: "gaps", rows: 3 },
    atMost("history", history),
    atMost("outlook", height > 15 ? 1 : 0),
    { part: "gaps", rows: 5 },
    ...(height > usualHeight ? [all("history")] : []),
  ];
}

interface Gap {
  readonly part: Part;
  readonly row: Row;
}

/**
 * Lists the parts that have an empty row above them, the most important first. The vertical line on
 * the left continues through the empty row.
 */
function listGaps({ open, marks, answers, notes }: Screen, style: RenderOptions): Gap[] {
  const past = rail(style, "quiet").rest;
  const here = lightRail(open, style).rest;
  const isFirst = marks.length + answers.length + notes.length === 0;
  return [
    { part: "keys", row: [] },
    { part: "title", row: isFirst ? noRail.rest : past },
    { part: "control", row: here },
    { part: "outlook", row: here },
    { part: "notes", row: past },
  ];
}

function addGaps(
  parts: Record<Part, readonly Row[]>,
  gaps: readonly Gap[],
): Record<Part, readonly Row[]> {
  const spaced = { ...parts };
  for (const { part, row } of gaps) {
    const isAlone = parts[part].length === 0 || (part === "control" && parts.body.length === 0);
    if (!isAlone) spaced[part] = [row, ...parts[part]];
  }
  return spaced;
}

/** Places the keys on the last rows, so that their position does not change. */
function sinkKeys(
  parts: Record<Part, readonly Row[]>,
  height: number,
): Record<Part, readonly Row[]> {
  const used = order.flatMap((part) => parts[part]).length;
  const room: Row[] = Array.from({ length: Math.max(0, height - used) }, () => []);
  return { ...parts, keys: [...room, ...parts.keys] };
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

export function rowsOf({ parts }: Pick<FittedScreen, "parts">): Row[] {
  return order.flatMap((part) => parts[part]);
}
