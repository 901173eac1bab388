import type { Look, Tone } from "./render-options.ts";
import type { Span } from "./rows.ts";

export interface Level {
  readonly value: number;
  readonly most: number;
  /** What has to be there: marked on the bar, where it is known. */
  readonly needed?: number | undefined;
  readonly tone: Tone;
}

/** ` ━━━╋━━━━───────`: as much as there is, how much there may be, and how much is needed. */
export function barSpans(
  { value, most, needed, tone }: Level,
  columns: number,
  look: Look,
): Span[] {
  const { ruleDone, ruleLeft, ruleMark } = look.signs;
  const at = (amount: number) =>
    Math.max(0, Math.min(columns, Math.round((amount / Math.max(most, 1)) * columns)));
  // Whatever is there is seen, and never looks like all of it.
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
