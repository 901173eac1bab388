import type { IBufferCell, Terminal } from "@xterm/headless";

// Of a monospaced font: higher lines, or wider cells, would tear the edges of boxes apart.
const fontSize = 14;
const cellWidth = fontSize * 0.602;
const lineHeight = fontSize * 1.18;
const margin = 14;

const background = "#1c1f26";
const foreground = "#d6dae2";
// prettier-ignore
const palette = [
  "#3b4048", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d6dae2",
  "#6b7280", "#ef7f88", "#a9d48a", "#f0cf8f", "#79bdf7", "#d48ce8", "#6cc8d4", "#ffffff",
];

/** Cells that stand side by side and look the same. */
interface Run {
  readonly column: number;
  readonly width: number;
  readonly text: string;
  readonly style: string;
}

/** A picture of what the terminal shows now: its real cells, with their colours. */
export function screenToSvg(terminal: Terminal): string {
  const width = Math.ceil(terminal.cols * cellWidth + 2 * margin);
  const lines = Array.from({ length: terminal.rows }, (_, row) => readRuns(terminal, row));
  const used = Math.max(1, lines.findLastIndex((runs) => runs.some(({ text }) => text.trim())) + 1);
  const height = Math.ceil(used * lineHeight + 2 * margin);
  const texts = lines.slice(0, used).flatMap((runs, row) => runs.map((run) => drawRun(run, row)));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<rect width="100%" height="100%" rx="8" fill="${background}"/>`,
    `<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="${fontSize}" fill="${foreground}" xml:space="preserve">`,
    ...texts,
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

function readRuns(terminal: Terminal, row: number): Run[] {
  const buffer = terminal.buffer.active;
  const line = buffer.getLine(buffer.viewportY + row);
  const runs: Run[] = [];
  for (let column = 0; column < terminal.cols; column += 1) {
    const cell = line?.getCell(column);
    // The second half of a wide character has no width of its own.
    if (!cell || cell.getWidth() === 0) continue;
    const style = styleOf(cell);
    const text = cell.getChars() || " ";
    const last = runs.at(-1);
    if (last?.style === style) {
      const joined = { text: last.text + text, width: last.width + cell.getWidth() };
      runs[runs.length - 1] = { ...last, ...joined };
    } else {
      runs.push({ column, width: cell.getWidth(), text, style });
    }
  }
  return runs;
}

function styleOf(cell: IBufferCell): string {
  const isInverse = cell.isInverse() !== 0;
  const color = colorOf(cell.isFgDefault(), cell.isFgRGB(), cell.getFgColor());
  const parts = [
    isInverse ? `fill="${background}"` : color && `fill="${color}"`,
    cell.isBold() && 'font-weight="bold"',
    cell.isItalic() && 'font-style="italic"',
    cell.isUnderline() && 'text-decoration="underline"',
    cell.isDim() && 'opacity="0.65"',
  ];
  return parts.filter(Boolean).join(" ");
}

function colorOf(isDefault: boolean, isRgb: boolean, color: number): string | undefined {
  if (isDefault) return undefined;
  if (!isRgb && color < 16) return palette[color];
  return `#${(isRgb ? color : cubeColor(color)).toString(16).padStart(6, "0")}`;
}

/** The 256 colours: a cube of 216 behind the first 16, then 24 greys. */
function cubeColor(index: number): number {
  if (index >= 232) return (8 + (index - 232) * 10) * 0x010101;
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40);
  const cube = index - 16;
  const [red, green, blue] = [Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6];
  return (level(red) << 16) + (level(green) << 8) + level(blue);
}

function drawRun({ column, width, text, style }: Run, row: number): string {
  if (!text.trim()) return "";
  const x = (margin + column * cellWidth).toFixed(1);
  const y = (margin + row * lineHeight + fontSize).toFixed(1);
  const length = (width * cellWidth).toFixed(1);
  return `<text x="${x}" y="${y}" textLength="${length}" ${style}>${escapeXml(text)}</text>`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
