import { chooseTheme, lookAt, type Look, type Tone } from "./look.ts";
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

/** Columns that lines take where no terminal says how many it has. */
const columnsOfFiles = 97;

export function printingOn(
  stream: { readonly isTTY?: boolean; readonly columns?: number },
  env: NodeJS.ProcessEnv,
  platform: string = process.platform,
): Printing {
  const isTerminal = stream.isTTY === true && env["TERM"] !== "dumb";
  const theme = chooseTheme(env, platform);
  const columns = isTerminal ? (stream.columns ?? columnsOfFiles) : columnsOfFiles;
  return {
    // Who redirects into a file reads it where its encoding is known.
    look: lookAt({ ...theme, hasLinks: theme.hasLinks && isTerminal }, Math.max(20, columns)),
    hasColour: isTerminal && !env["NO_COLOR"],
  };
}

/** Rows as text, each with its line break. */
export function paintRows(
  rows: readonly Row[],
  { hasColour }: Pick<Printing, "hasColour">,
): string {
  const paint = ({ text, tone = "plain", link }: Span) => {
    const code = hasColour ? codes[tone] : undefined;
    const painted = code ? `\u001b[${code[0]}m${text}\u001b[${code[1]}m` : text;
    return link === undefined ? painted : `\u001b]8;;${link}\u0007${painted}\u001b]8;;\u0007`;
  };
  return rows.map((row) => `${row.map(paint).join("").trimEnd()}\n`).join("");
}
