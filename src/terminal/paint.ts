import { ourEnvironment } from "../shared/child-environment.ts";
import { printableLine, withoutCommands } from "../shared/print-text.ts";
import {
  chooseTheme,
  createRenderOptions,
  type RenderOptions,
  type Tone,
} from "./render-options.ts";
import type { Row, Span } from "./rows.ts";
import { withoutTemporaryLinks } from "./temporary-pages.ts";

/** SGR parameters that turn each tone on and off. @see ECMA-48, 8.3.117 */
const codes: Readonly<Record<Tone, readonly [on: string, off: string] | undefined>> = {
  plain: undefined,
  strong: ["1", "22"],
  quiet: ["2", "22"],
  good: ["32", "39"],
  active: ["36", "39"],
  warning: ["33", "39"],
  bad: ["31", "39"],
  link: ["4", "24"],
};

/** Options for printing to a stream. */
export interface Printing {
  readonly style: RenderOptions;
  readonly hasColour: boolean;
}

/** Line width in columns if the output is not a terminal. */
const columnsOfFiles = 97;
/**
 * Width assumed for a terminal that reports 0 columns, such as a serial line or a connection that
 * did not send its size.
 */
const usualColumns = 80;

export function printingOn(
  stream: { readonly isTTY?: boolean; readonly columns?: number },
  env: NodeJS.ProcessEnv,
  platform: string = process.platform,
): Printing {
  const canPaint = stream.isTTY === true && env["TERM"] !== "dumb";
  const theme = chooseTheme(env, platform);
  const columns = stream.isTTY === true ? stream.columns || usualColumns : columnsOfFiles;
  const style = createRenderOptions(
    { ...theme, hasLinks: theme.hasLinks && canPaint },
    Math.max(20, columns),
  );
  return { style: { ...style, isPrinted: true }, hasColour: canPaint && !env["NO_COLOR"] };
}

/** The options for output to a file, which do not depend on a terminal. */
export const fileRenderOptions: RenderOptions = {
  ...createRenderOptions(
    { signs: chooseTheme({ LANG: "C.UTF-8" }, "linux").signs, hasLinks: false },
    columnsOfFiles,
  ),
  isPrinted: true,
};

/** Creates rows for the given rendering options. */
export type Draw = (style: RenderOptions) => readonly Row[];

/**
 * Prints output for people, using the terminal's width, and colors if the terminal supports them.
 */
export function printRows(draw: Draw, stream: PrintStream = process.stdout): void {
  const printing = printingOn(stream, ourEnvironment());
  const { style } = printing;
  stream.write(paintRows(withoutTemporaryLinks(draw(style), style), printing));
}

type PrintStream = Pick<NodeJS.WriteStream, "write"> & Parameters<typeof printingOn>[0];

/**
 * Returns rows as text with line breaks. Removes control characters from rows, so that they cannot
 * affect the terminal or the runner that logs them.
 */
export function paintRows(
  rows: readonly Row[],
  { hasColour }: Pick<Printing, "hasColour">,
): string {
  const paint = ({ text, tone = "plain", link }: Span) => {
    const code = hasColour ? codes[tone] : undefined;
    const shown = printableLine(text);
    const painted = code ? `\u001b[${code[0]}m${shown}\u001b[${code[1]}m` : shown;
    if (link === undefined) return painted;
    return `\u001b]8;;${printableLine(link)}\u0007${painted}\u001b]8;;\u0007`;
  };
  return rows.map((row) => `${withoutCommands(row.map(paint).join("").trimEnd())}\n`).join("");
}
