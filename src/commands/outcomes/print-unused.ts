import { printRows } from "../../terminal/paint.ts";
import { marked, textRows } from "../../terminal/rows.ts";

/**
 * Reports unused answers of an answers file on standard error.
 * @param places such as `answers["id"]`
 * @param given IDs of questions that were answered without the file
 */
export function printUnused(
  places: readonly string[],
  given: ReadonlySet<string> = new Set(),
): void {
  for (const place of places.filter((text) => !given.has(/"(.*)"/.exec(text)?.[1] ?? ""))) {
    const said = `${place} was not used, because its question was not asked.`;
    printRows((look) => textRows(said, { look, lead: marked(look, "attention") }), process.stderr);
  }
}
