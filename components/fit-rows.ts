import type { RenderOptions } from "../src/terminal/render-options.ts";
import type { Row } from "../src/terminal/rows.ts";

/** A control drawn as rows, and the rows that must be visible. */
export interface Drawn {
  readonly rows: readonly Row[];
  /**
   * Number of rows above and below `rows` that are not drawn, because they are outside every
   * possible window.
   */
  readonly above?: number;
  readonly below?: number;
  /** Fixed rows above the rows that scroll. */
  readonly pinned?: readonly Row[];
  readonly focus?: { readonly start: number; readonly end: number };
  /** Position of the terminal's cursor, relative to the first row. */
  readonly cursor?: { readonly x: number; readonly y: number };
}

/** The visible part of a list of rows. */
export interface View {
  readonly rows: readonly Row[];
  /** Index of the first visible row. */
  readonly start: number;
  /**
   * Number of rows by which a page key scrolls, and the last index at which a page can start. Both
   * are 0 if all rows are visible.
   */
  readonly page: number;
  readonly last: number;
  /**
   * Start index from which to scroll down. Set only if the view shows more rows than the last page.
   */
  readonly forward?: number;
}

interface ViewOptions extends Pick<Drawn, "above" | "below"> {
  readonly height: number;
  readonly start: number;
  readonly style: RenderOptions;
}

/**
 * Returns the `height` rows from `start`. If more rows exist, the last row shows how many are above
 * and below.
 */
export function viewRows(
  rows: readonly Row[],
  { height, start, style, above = 0, below = 0 }: ViewOptions,
): View {
  if (rows.length <= height) return { rows, start: 0, page: 0, last: 0 };
  const page = Math.max(1, height - 1);
  // If there is no room for any row (height 0), the last start index is the number of rows.
  const last = rows.length - (height > 0 ? page : 0);
  const from = Math.min(last, Math.max(0, start));
  const shown = rows.slice(from, from + (height > 1 ? page : height));
  const left = rows.length - from - shown.length;
  const more = describeMore(above + from, left + below, style);
  return { rows: height > 1 ? [...shown, more] : shown, start: from, page, last };
}

/** Returns a start index that keeps the focus and the rows around it visible. */
export function startAround(
  focus: { start: number; end: number } = { start: 0, end: 1 },
  height: number,
): number {
  const seen = Math.max(1, height - 1);
  const size = Math.min(seen, focus.end - focus.start);
  return focus.start - Math.floor((seen - size) / 2);
}

function describeMore(above: number, below: number, { signs }: RenderOptions): Row {
  const parts = [above ? `${signs.up} ${above}` : "", below ? `${signs.down} ${below}` : ""];
  const count = parts.filter(Boolean).join(` ${signs.dot} `);
  return [{ text: `   ${count} more ${above + below === 1 ? "line" : "lines"}` }];
}

/** A part of the screen, and the number of rows that it requests. */
export interface RowsRequest<Part extends string> {
  readonly part: Part;
  readonly rows: number;
}

/**
 * Grants the requested rows in list order until no rows are left. A part can occur again with a
 * larger request.
 */
export function shareRows<Part extends string>(
  height: number,
  requests: readonly RowsRequest<Part>[],
): Map<Part, number> {
  const shares = new Map<Part, number>();
  let left = height;
  for (const { part, rows } of requests) {
    const has = shares.get(part) ?? 0;
    const more = Math.min(left, Math.max(0, rows - has));
    shares.set(part, has + more);
    left -= more;
  }
  return shares;
}
