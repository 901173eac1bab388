import type { IBufferCell, Terminal } from "@xterm/headless";

/** One of the 16 terminal colors, or the default text color. */
export type Ink = number | "text";

/** Adjacent cells with the same style and without a space between them. */
export interface Word {
  readonly column: number;
  /** Width in cells. */
  readonly width: number;
  readonly text: string;
  readonly ink: Ink;
  readonly isBold: boolean;
  readonly isDim: boolean;
  readonly isUnderlined: boolean;
}

/** The contents of a terminal at one moment. The colors are drawn later, from a palette. */
export interface Frame {
  readonly columns: number;
  readonly rows: readonly (readonly Word[])[];
  /** Position of the terminal's cursor, if it is visible. */
  readonly cursor?: { readonly x: number; readonly y: number };
}

/** Reads the visible cells of a terminal. */
export function readFrame(terminal: Terminal, { height = terminal.rows } = {}): Frame {
  const rows = Array.from({ length: height }, (_, row) => readWords(terminal, row));
  return { columns: terminal.cols, rows };
}

/** Reads the last rows of a program's output from the scrollback. */
export function readPrinted(terminal: Terminal): Frame {
  const { active } = terminal.buffer;
  const rows = Array.from({ length: active.length }, (_, row) =>
    readWords(terminal, row - active.viewportY),
  );
  const last = rows.findLastIndex((row) => row.length > 0);
  return { columns: terminal.cols, rows: rows.slice(0, last + 1) };
}

function readWords(terminal: Terminal, row: number): Word[] {
  const buffer = terminal.buffer.active;
  const line = buffer.getLine(buffer.viewportY + row);
  const words: Word[] = [];
  for (let column = 0; column < terminal.cols; column += 1) {
    const cell = line?.getCell(column);
    const text = cell?.getChars() ?? "";
    // The second half of a wide character has no width.
    if (!cell || cell.getWidth() === 0 || text.trim() === "") continue;
    const word = { column, width: cell.getWidth(), text, ...styleOf(cell) };
    const last = words.at(-1);
    if (last && last.column + last.width === column && looksLike(last, word)) {
      words[words.length - 1] = {
        ...last,
        text: last.text + text,
        width: last.width + word.width,
      };
    } else words.push(word);
  }
  return words;
}

function styleOf(cell: IBufferCell): Omit<Word, "column" | "width" | "text"> {
  const hasInk = !cell.isFgDefault() && cell.isFgPalette() && cell.getFgColor() < 16;
  return {
    ink: hasInk ? cell.getFgColor() : "text",
    isBold: cell.isBold() !== 0,
    isDim: cell.isDim() !== 0,
    isUnderlined: cell.isUnderline() !== 0,
  };
}

function looksLike(one: Word, other: Word): boolean {
  const parts = ["ink", "isBold", "isDim", "isUnderlined"] as const;
  return parts.every((part) => one[part] === other[part]);
}

/** Returns the rows as plain text. */
export function textOf({ rows }: Frame): string {
  return rows
    .map((words) => words.reduce((line, { column, text }) => line.padEnd(column) + text, ""))
    .join("\n");
}
