import { printRows } from "../../terminal/paint.ts";
import { marked, textRows } from "../../terminal/rows.ts";

/**
 * Says on standard error what an answers file holds and nobody asked for.
 * @param places as `answers["id"]`
 * @param given ids of questions that were answered without the file
 */
export function printUnused(
  places: readonly string[],
  given: ReadonlySet<string> = new Set(),
): void {
  for (const place of places.filter((text) => !given.has(/"(.*)"/.exec(text)?.[1] ?? ""))) {
    const said = `Nothing was asked that ${place} answers.`;
    printRows((look) => textRows(said, { look, lead: marked(look, "attention") }), process.stderr);
  }
}
