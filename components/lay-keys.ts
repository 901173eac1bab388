import type { RenderOptions } from "../src/terminal/render-options.ts";
import { space, widthOf, type Row, type Span } from "../src/terminal/rows.ts";
import { printableLine } from "../src/shared/print-text.ts";

/** A key that currently works, and its effect. */
export interface KeyHint {
  readonly key: string;
  readonly does: string;
}

const indent = 3;

/** Arranges the keys side by side, on as few rows as possible. */
export function layKeys(keys: readonly KeyHint[], { width }: RenderOptions): Row[] {
  const items = keys.map(({ key, does }): Span[] => [
    { text: key, tone: "strong" },
    { text: ` ${printableLine(does)}` },
  ]);
  // Narrows the gaps from three columns to two only if that makes all keys fit in one row.
  const wide = layItems(items, width, 3);
  const close = layItems(items, width, 2);
  return wide.length > 1 && close.length === 1 ? close : wide;
}

function layItems(items: readonly Span[][], width: number, gap: number): Span[][] {
  const rows: Span[][] = [];
  for (const item of items) {
    const row = rows.at(-1);
    if (row && widthOf(row) + gap + widthOf(item) <= width) row.push(space(gap), ...item);
    else rows.push([space(indent), ...item]);
  }
  return rows;
}
