import { ourEnvironment } from "../shared/child-environment.ts";
import { printableLine, withoutCommands } from "../shared/print-text.ts";
import { chooseTheme, statPath, type Look, type Tone } from "./render-options.ts";
import type { Row, Span } from "./rows.ts";

/** SGR parameters of each tone, on and off. @see ECMA-48, 8.3.117 */
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

/** How what is printed looks on a stream. */
export interface Printing {
  readonly look: Look;
  readonly hasColour: boolean;
}

/** Columns that lines take where no terminal is. */
const columnsOfFiles = 97;
/** Those of a terminal that says 0, as a serial line does, or the far end of a connection that told no size. */
const usualColumns = 80;

export function printingOn(
  stream: { readonly isTTY?: boolean; readonly columns?: number },
  env: NodeJS.ProcessEnv,
  platform: string = process.platform,
): Printing {
  const canPaint = stream.isTTY === true && env["TERM"] !== "dumb";
  const theme = chooseTheme(env, platform);
  const columns = stream.isTTY === true ? stream.columns || usualColumns : columnsOfFiles;
  const look = statPath({ ...theme, hasLinks: theme.hasLinks && canPaint }, Math.max(20, columns));
  return { look: { ...look, isPrinted: true }, hasColour: canPaint && !env["NO_COLOR"] };
}

/** How a file looks that is handed on: no terminal's habits are in it. */
export const fileRenderOptions: Look = {
  ...statPath(
    { signs: chooseTheme({ LANG: "C.UTF-8" }, "linux").signs, hasLinks: false },
    columnsOfFiles,
  ),
  isPrinted: true,
};

/** Puts rows together for how wide they may be, and which signs there are. */
export type Draw = (look: Look) => readonly Row[];

/** Prints what is for a person to read: as wide as the terminal, painted where it paints. */
export function printRows(draw: Draw, stream: PrintStream = process.stdout): void {
  const printing = printingOn(stream, ourEnvironment());
  stream.write(paintRows(draw(printing.look), printing));
}

type PrintStream = Pick<NodeJS.WriteStream, "write"> & Parameters<typeof printingOn>[0];

/** Rows as text, each with its line break. Nothing but the paint itself steers the terminal, and nothing the runner that logs them, wherever a row comes from. */
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
