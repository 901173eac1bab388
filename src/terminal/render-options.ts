import { asciiMarks, marks, type MarkState } from "../shared/marks.ts";
import { readsUnicode } from "./reads-unicode.ts";

/** What a piece of text means. Colour repeats what marks and words say, and stays in marks, rails and cursors. */
export type Tone = "plain" | "strong" | "quiet" | "good" | "active" | "warning" | "bad" | "link";

interface Signs extends Readonly<Record<MarkState, string>> {
  readonly cursor: string;
  readonly ticked: string;
  readonly unticked: string;
  /** The line that leads from what was to what comes. */
  readonly rail: string;
  /** The same beside what has to be read. */
  readonly heavyRail: string;
  readonly ruleDone: string;
  readonly ruleLeft: string;
  /** A place on a rule that something is measured by. */
  readonly ruleMark: string;
  readonly dot: string;
  readonly hidden: string;
  readonly up: string;
  readonly down: string;
  readonly more: string;
  /** One after the other, while something short goes on. */
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

/** What texts have besides ASCII, as a terminal without it writes them. */
const spellings: Readonly<Record<string, string>> = {
  [unicodeSigns.dot]: asciiSigns.dot,
  [unicodeSigns.more]: asciiSigns.more,
  [marks.done]: asciiMarks.done,
  [marks.failed]: asciiMarks.failed,
  [marks.told]: asciiMarks.told,
};
const spelled = new RegExp(`[${Object.keys(spellings).join("")}]`, "g");

/** A text as it is written in this terminal; the width may be another one. */
export function spell(text: string, { signs }: Theme): string {
  if (signs === unicodeSigns) return text;
  return text.replaceAll(spelled, (sign) => spellings[sign] ?? sign);
}

/** How things look in this terminal. */
export interface Theme {
  readonly signs: Signs;
  /** Whether the terminal makes links of OSC 8; the address is printed in any case. */
  readonly hasLinks: boolean;
}

export interface Look extends Theme {
  /** Columns that a row may take. */
  readonly width: number;
  /** A short address that leads to a link which is too wide for a row. */
  readonly shorten?: (link: string) => string;
  /** Nothing is drawn over it: a word that is too wide stays one, and the terminal wraps it where it ends. */
  readonly isPrinted?: true;
}

export function chooseTheme(env: NodeJS.ProcessEnv, platform: string = process.platform): Theme {
  return {
    signs: readsUnicode(env, platform) ? unicodeSigns : asciiSigns,
    hasLinks: opensLinks(env),
  };
}

/** Wider lines are hard to follow, and the last column of a terminal wraps in some. */
const widest = 96;

/** @param columns of the terminal */
export function statPath(theme: Theme, columns: number): Look {
  return { ...theme, width: Math.min(columns - 1, widest) };
}

/** Under this many columns there are no second ones. */
const leastForColumns = 63;

export function hasColumns({ width }: Look): boolean {
  return width >= leastForColumns;
}

// Terminals that know OSC 8 say who they are; others would print nothing wrong, but some old ones do.
function opensLinks(env: NodeJS.ProcessEnv): boolean {
  if (Number(env["VTE_VERSION"] ?? 0) >= 5000) return true;
  if (env["WT_SESSION"] ?? env["KITTY_WINDOW_ID"] ?? env["KONSOLE_VERSION"]) return true;
  return ["iTerm.app", "WezTerm", "vscode", "ghostty"].includes(env["TERM_PROGRAM"] ?? "");
}

/** What a mark's colour says. */
export const markTones: Readonly<Record<MarkState, Tone>> = {
  done: "good",
  active: "active",
  next: "quiet",
  answer: "quiet",
  told: "warning",
  unknown: "warning",
  attention: "warning",
  failed: "bad",
  skipped: "quiet",
};
