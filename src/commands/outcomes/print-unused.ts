import { printRows } from "../../terminal/paint.ts";
import { marked, textRows } from "../../terminal/rows.ts";

/**
 * Reports unused answers in an answers file to standard error.
 * @param locations locations such as `answers["id"]`
 * @param given IDs of questions that were answered without the file
 */
export function printUnused(
  locations: readonly string[],
  given: ReadonlySet<string> = new Set(),
): void {
  for (const location of locations.filter((text) => !given.has(/"(.*)"/.exec(text)?.[1] ?? ""))) {
    const text = `${location} was not used, because its question was not asked.`;
    printRows(
      (style) => textRows(text, { style, prefix: marked(style, "attention") }),
      process.stderr,
    );
  }
}
