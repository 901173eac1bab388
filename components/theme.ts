import type { TextProps } from "ink";
import type { Tone } from "../src/terminal/render-options.ts";

/** How Ink draws each tone. No colour reads on dark and light grounds alike, so that no sentence has one. */
export const toneStyles: Record<Tone, Omit<TextProps, "children">> = {
  plain: {},
  strong: { bold: true },
  quiet: { dimColor: true },
  good: { color: "green" },
  active: { color: "cyan" },
  warning: { color: "yellow" },
  bad: { color: "red" },
  link: { underline: true },
};
