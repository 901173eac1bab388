import type { Frame, Word } from "./frame.ts";
import { colourOf, type Palette } from "./palettes.ts";

/*
 * Draws frames as SVG that looks the same in all renderers. Each word is a separate text element
 * with its own position, because renderers disagree about the width of spaces.
 */

// Sizes of a monospaced font. Taller lines would break the vertical rail, and wider cells would
// break the horizontal lines.
const fontSize = 14;
export const cellWidth = 8.43;
export const lineHeight = 17;
export const margin = 14;

const fonts = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace";

export interface Size {
  readonly width: number;
  readonly height: number;
}

export function sizeOf({ columns, rows }: Frame): Size {
  return {
    width: Math.ceil(columns * cellWidth + 2 * margin),
    height: Math.ceil(rows.length * lineHeight + 2 * margin),
  };
}

export function drawPicture(frame: Frame, palette: Palette, title: string): string {
  const size = sizeOf(frame);
  return drawDocument(size, title, [drawFrame(frame, palette)]);
}

/** Draws the frames side by side, with one row per palette. */
export function drawSheet(
  frames: readonly Frame[],
  all: readonly Palette[],
  title: string,
): string {
  const sizes = frames.map(sizeOf);
  const height = Math.max(...sizes.map((size) => size.height)) + margin;
  const width = sizes.reduce((sum, size) => sum + size.width + margin, margin);
  const parts = all.flatMap((palette, row) => {
    let x = margin;
    return frames.map((frame, index) => {
      const location = `translate(${x} ${margin + row * height})`;
      x += (sizes[index]?.width ?? 0) + margin;
      return `<g transform="${location}">${drawFrame(frame, palette)}</g>`;
    });
  });
  return drawDocument({ width, height: height * all.length + margin }, title, [
    `<rect width="100%" height="100%" fill="#8b949e"/>`,
    ...parts,
  ]);
}

export function drawDocument(
  { width, height }: Size,
  title: string,
  parts: readonly string[],
): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escapeXml(title)}</title>`,
    `<g font-family="${fonts}" font-size="${fontSize}">`,
    ...parts,
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

function drawFrame(frame: Frame, palette: Palette): string {
  const rows = frame.rows.map((words, row) => drawRow(words, palette, row));
  return [drawBackground(sizeOf(frame), palette), ...rows.filter(Boolean)].join("\n");
}

export function drawBackground({ width, height }: Size, { background, text }: Palette): string {
  return `<rect width="${width}" height="${height}" rx="8" fill="${background}" stroke="${text}" stroke-opacity="0.2"/>`;
}

export function drawRow(words: readonly Word[], palette: Palette, row: number): string {
  return words.map((word) => drawWord(word, palette, row)).join("");
}

function drawWord(word: Word, palette: Palette, row: number): string {
  const x = round(margin + word.column * cellWidth);
  const y = round(margin + row * lineHeight + fontSize - 1);
  const length = round(word.width * cellWidth);
  const style = [
    `fill="${colourOf(palette, word.ink)}"`,
    word.isBold && 'font-weight="bold"',
    word.isUnderlined && 'text-decoration="underline"',
    word.isDim && 'opacity="0.6"',
  ].filter(Boolean);
  return `<text x="${x}" y="${y}" textLength="${length}" lengthAdjust="spacingAndGlyphs" ${style.join(" ")}>${escapeXml(word.text)}</text>`;
}

function round(figure: number): string {
  return String(Number(figure.toFixed(2)));
}

export function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
