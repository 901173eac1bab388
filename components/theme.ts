import type { TextProps } from "ink";
import type { Tone } from "../src/terminal/render-options.ts";

/**
 * The Ink style of each tone. Sentences have no color, because no color is readable on both dark
 * and light backgrounds.
 */
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
