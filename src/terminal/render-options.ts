import { asciiMarks, marks, type MarkState } from "../shared/marks.ts";
import { readsUnicode } from "./reads-unicode.ts";

/**
 * The meaning of a text. Color only repeats the meaning of marks and words, and is used only for
 * marks, rails and cursors.
 */
export type Tone = "plain" | "strong" | "quiet" | "good" | "active" | "warning" | "bad" | "link";

interface Signs extends Readonly<Record<MarkState, string>> {
  readonly cursor: string;
  readonly ticked: string;
  readonly unticked: string;
  /** The vertical line that connects earlier and later steps. */
  readonly rail: string;
  /** The vertical line beside text that must be read. */
  readonly heavyRail: string;
  readonly ruleDone: string;
  readonly ruleLeft: string;
  /** The mark for a reference value on a bar. */
  readonly ruleMark: string;
  readonly dot: string;
  readonly hidden: string;
  readonly up: string;
  readonly down: string;
  readonly more: string;
  /** The frames of the spinner, shown in turn during a short wait. */
  readonly spinner: readonly string[];
}

const unicodeSigns: Signs = {
  ...marks,
  cursor: "›",
  ticked: "■",
  unticked: "□",
  rail: "│",
  heavyRail: "┃",
  ruleDone: "━",
  ruleLeft: "─",
  ruleMark: "╋",
  dot: "·",
  hidden: "•",
  up: "↑",
  down: "↓",
  more: "…",
  spinner: ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"],
};

const asciiSigns: Signs = {
  ...asciiMarks,
  cursor: ">",
  ticked: "[x]",
  unticked: "[ ]",
  rail: "|",
  heavyRail: "!",
  ruleDone: "=",
  ruleLeft: "-",
  ruleMark: "|",
  dot: "-",
  hidden: "*",
  up: "up",
  down: "down",
  more: "...",
  spinner: ["-", "\\", "|", "/"],
};

/** Non-ASCII characters in gatehouse's text, and their ASCII replacements. */
const spellings: Readonly<Record<string, string>> = {
  [unicodeSigns.dot]: asciiSigns.dot,
  [unicodeSigns.more]: asciiSigns.more,
  [marks.done]: asciiMarks.done,
  [marks.failed]: asciiMarks.failed,
  [marks.reported]: asciiMarks.reported,
};
const spelled = new RegExp(`[${Object.keys(spellings).join("")}]`, "g");

/** Returns text in the terminal's character set. The width can change. */
export function spell(text: string, { signs }: Theme): string {
  if (signs === unicodeSigns) return text;
  return text.replaceAll(spelled, (sign) => spellings[sign] ?? sign);
}

/** Symbols and features that this terminal supports. */
export interface Theme {
  readonly signs: Signs;
  /** Whether the terminal supports OSC 8 links. URLs are also printed as text. */
  readonly hasLinks: boolean;
}

export interface RenderOptions extends Theme {
  /** Maximum width of a row in columns. */
  readonly width: number;
  /** Returns a short URL for a link that is too wide for a row. */
  readonly shorten?: (link: string) => string;
  /**
   * Whether the output is printed once and not redrawn. In that case, a word that is too wide is
   * not split, and the terminal wraps it.
   */
  readonly isPrinted?: true;
}

export function chooseTheme(env: NodeJS.ProcessEnv, platform: string = process.platform): Theme {
  return {
    signs: readsUnicode(env, platform) ? unicodeSigns : asciiSigns,
    hasLinks: opensLinks(env),
  };
}

/**
 * Maximum width in columns. Wider lines are hard to read, and some terminals wrap at the last
 * column.
 */
const widest = 96;

export function createRenderOptions(theme: Theme, columns: number): RenderOptions {
  return { ...theme, width: Math.min(columns - 1, widest) };
}

/** The minimum row width at which a second column is used. */
const leastForColumns = 63;

export function hasColumns({ width }: RenderOptions): boolean {
  return width >= leastForColumns;
}

// Terminals that support OSC 8 can be identified by their environment variables. Most other
// terminals ignore OSC 8, but some old ones print it.
function opensLinks(env: NodeJS.ProcessEnv): boolean {
  if (Number(env["VTE_VERSION"] ?? 0) >= 5000) return true;
  if (env["WT_SESSION"] ?? env["KITTY_WINDOW_ID"] ?? env["KONSOLE_VERSION"]) return true;
  return ["iTerm.app", "WezTerm", "vscode", "ghostty"].includes(env["TERM_PROGRAM"] ?? "");
}

/** The color of each mark. */
export const markTones: Readonly<Record<MarkState, Tone>> = {
  done: "good",
  active: "active",
  next: "quiet",
  answer: "quiet",
  reported: "warning",
  unknown: "warning",
  attention: "warning",
  failed: "bad",
  skipped: "quiet",
};
