import type { Look } from "../src/terminal/render-options.ts";
import type { Row } from "../src/terminal/rows.ts";

/** A control as rows, and which of them have to be seen. */
export interface Drawn {
  readonly rows: readonly Row[];
  /** Rows before the first and behind the last that are too far away to be drawn. */
  readonly above?: number;
  readonly below?: number;
  /** Rows above the others that stay while those move. */
  readonly pinned?: readonly Row[];
  readonly focus?: { readonly start: number; readonly end: number };
  /** Where the terminal's cursor stands, from the first row on. */
  readonly cursor?: { readonly x: number; readonly y: number };
}

/** A part of many rows. */
export interface View {
  readonly rows: readonly Row[];
  /** Index of the first row that is shown. */
  readonly start: number;
  /** Rows that one page moves, and the last index that a page can start with: 0 when all is shown. */
  readonly page: number;
  readonly last: number;
  /** Where a step down is counted from, where more is shown than a last page would. */
  readonly forward?: number;
}

interface ViewOptions extends Pick<Drawn, "above" | "below"> {
  readonly height: number;
  readonly start: number;
  readonly look: Look;
}

/** Shows `height` rows from `start` on; when that is not all, the last one tells what is above and below. */
export function viewRows(
  rows: readonly Row[],
  { height, start, look, above = 0, below = 0 }: ViewOptions,
): View {
  if (rows.length <= height) return { rows, start: 0, page: 0, last: 0 };
  const page = Math.max(1, height - 1);
  // Where nothing of it is shown, its end is behind its last row.
  const last = rows.length - (height > 0 ? page : 0);
  const from = Math.min(last, Math.max(0, start));
  const shown = rows.slice(from, from + (height > 1 ? page : height));
  const left = rows.length - from - shown.length;
  const more = describeMore(above + from, left + below, look);
  return { rows: height > 1 ? [...shown, more] : shown, start: from, page, last };
}

/** Where a view has to start so that the focus is in sight, with its surroundings. */
export function startAround(
  focus: { start: number; end: number } = { start: 0, end: 1 },
  height: number,
): number {
  const seen = Math.max(1, height - 1);
  const size = Math.min(seen, focus.end - focus.start);
  return focus.start - Math.floor((seen - size) / 2);
}

function describeMore(above: number, below: number, { signs }: Look): Row {
  const parts = [above ? `${signs.up} ${above}` : "", below ? `${signs.down} ${below}` : ""];
  const count = parts.filter(Boolean).join(` ${signs.dot} `);
  return [{ text: `   ${count} more ${above + below === 1 ? "line" : "lines"}` }];
}

/** How many rows a part of the screen wants. */
export interface RowsRequest<Part extends string> {
  readonly part: Part;
  readonly rows: number;
}

/** Gives rows to wishes in their order, until none are left. A part that is named again grows to the larger wish. */
export function shareRows<Part extends string>(
  height: number,
  wishes: readonly RowsRequest<Part>[],
): Map<Part, number> {
  const shares = new Map<Part, number>();
  let left = height;
  for (const { part, rows } of wishes) {
    const has = shares.get(part) ?? 0;
    const more = Math.min(left, Math.max(0, rows - has));
    shares.set(part, has + more);
    left -= more;
  }
  return shares;
}
