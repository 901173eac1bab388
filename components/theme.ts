import type { TextProps } from "ink";
import { readsUnicode } from "../src/asking/reads-unicode.ts";
import { asciiMarks, marks } from "../src/shared/marks.ts";

/** What a piece of text means. Colour only repeats what its words and signs say. */
export type Tone =
  "plain" | "strong" | "quiet" | "good" | "active" | "warning" | "bad" | "link" | "command";

export const toneStyles: Record<Tone, Omit<TextProps, "children">> = {
  plain: {},
  strong: { bold: true },
  quiet: { dimColor: true },
  good: { color: "green" },
  active: { color: "cyan", bold: true },
  warning: { color: "yellow" },
  bad: { color: "red" },
  link: { color: "blue", underline: true },
  command: { color: "cyan" },
};

export interface Signs extends Readonly<Record<keyof typeof marks, string>> {
  readonly ticked: string;
  readonly unticked: string;
  readonly dot: string;
  readonly hidden: string;
  readonly up: string;
  readonly down: string;
}

const unicodeSigns: Signs = {
  ...marks,
  ticked: "◉",
  unticked: "○",
  dot: "·",
  hidden: "•",
  up: "↑",
  down: "↓",
};

const asciiSigns: Signs = {
  ...asciiMarks,
  ticked: "[x]",
  unticked: "[ ]",
  dot: "-",
  hidden: "*",
  up: "up",
  down: "down",
};

/** How things look in this terminal. */
export interface Theme {
  readonly signs: Signs;
  /** Whether the terminal makes links of OSC 8; the address is printed in any case. */
  readonly hasLinks: boolean;
}

export function chooseTheme(env: NodeJS.ProcessEnv, platform: string = process.platform): Theme {
  return {
    signs: readsUnicode(env, platform) ? unicodeSigns : asciiSigns,
    hasLinks: opensLinks(env),
  };
}

// Terminals that know OSC 8 say who they are; others would print nothing wrong, but some old ones do.
function opensLinks(env: NodeJS.ProcessEnv): boolean {
  if (Number(env["VTE_VERSION"] ?? 0) >= 5000) return true;
  if (env["WT_SESSION"] ?? env["KITTY_WINDOW_ID"] ?? env["KONSOLE_VERSION"]) return true;
  return ["iTerm.app", "WezTerm", "vscode", "ghostty"].includes(env["TERM_PROGRAM"] ?? "");
}
