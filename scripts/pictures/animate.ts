import type { Frame, Word } from "./frame.ts";
import type { Palette } from "./palettes.ts";
import { drawDocument, drawBackground, drawRow, lineHeight, sizeOf } from "./svg.ts";

export interface Moment {
  readonly frame: Frame;
  readonly seconds: number;
}

/**
 * Draws frames as a looping animation. Rows that occur in several frames are drawn once. With
 * reduced motion, only the last frame is shown.
 */
export function drawAnimation(moments: readonly Moment[], palette: Palette, title: string): string {
  const total = moments.reduce((sum, { seconds }) => sum + seconds, 0);
  const rows = new Map<string, { id: string; drawing: string }>();
  const idOf = (words: readonly Word[]) => {
    const key = JSON.stringify(words);
    const known = rows.get(key) ?? { id: `r${rows.size}`, drawing: drawRow(words, palette, 0) };
    rows.set(key, known);
    return known.id;
  };
  let at = 0;
  const frames = moments.map(({ frame, seconds }, index) => {
    const uses = frame.rows.flatMap((words, row) =>
      words.length === 0 ? [] : [`<use href="#${idOf(words)}" y="${row * lineHeight}"/>`],
    );
    const timing = formatTiming(index, { from: at / total, to: (at + seconds) / total });
    at += seconds;
    return { timing, drawing: `<g class="f f${index}">${uses.join("")}</g>` };
  });
  const sizes = moments.map(({ frame }) => sizeOf(frame));
  const size = {
    width: Math.max(...sizes.map(({ width }) => width)),
    height: Math.max(...sizes.map(({ height }) => height)),
  };
  const definitions = [...rows.values()].map(({ id, drawing }) => `<g id="${id}">${drawing}</g>`);
  return drawDocument(size, title, [
    `<style>.f{visibility:hidden;animation:${total}s infinite step-end}`,
    ...frames.map(({ timing }) => timing),
    `@media (prefers-reduced-motion:reduce){.f{animation:none}.f${frames.length - 1}{visibility:visible}}</style>`,
    `<defs>${definitions.join("\n")}</defs>`,
    drawBackground(size, palette),
    ...frames.map(({ drawing }) => drawing),
  ]);
}

function formatTiming(index: number, { from, to }: { from: number; to: number }): string {
  const percent = (part: number) => `${Number((part * 100).toFixed(3))}%`;
  const before = from === 0 ? "" : "0%{visibility:hidden}";
  const after = to >= 1 ? "" : `${percent(to)}{visibility:hidden}`;
  return `.f${index}{animation-name:k${index}}@keyframes k${index}{${before}${percent(from)}{visibility:visible}${after}}`;
}
