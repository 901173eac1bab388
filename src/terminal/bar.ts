import type { RenderOptions, Tone } from "./render-options.ts";
import type { Span } from "./rows.ts";

export interface Level {
  readonly value: number;
  readonly most: number;
  /** The required amount, shown as a mark on the bar; undefined if unknown. */
  readonly needed?: number | undefined;
  readonly tone: Tone;
}

/** Draws a bar that shows the current, maximum and required amounts: ` ━━━╋━━━━───────`. */
export function barSpans(
  { value, most, needed, tone }: Level,
  columns: number,
  style: RenderOptions,
): Span[] {
  const { ruleDone, ruleLeft, ruleMark } = style.signs;
  const at = (amount: number) =>
    Math.max(0, Math.min(columns, Math.round((amount / Math.max(most, 1)) * columns)));
  // A partial amount fills at least one column, but never the complete bar.
  const done =
    value <= 0 ? 0 : Math.max(1, value < most ? Math.min(at(value), columns - 1) : columns);
  const mark = needed === undefined || needed <= 0 ? -1 : Math.min(at(needed), columns - 1);
  const signs = Array.from({ length: columns }, (_, index) =>
    index === mark ? ruleMark : index < done ? ruleDone : ruleLeft,
  );
  const spans: Span[] = [
    { text: signs.slice(0, done).join(""), tone },
    { text: signs.slice(done).join(""), tone: mark >= done ? "plain" : "quiet" },
  ];
  return spans.filter(({ text }) => text !== "");
}
