import { printRows } from "../../terminal/paint.ts";
import { marked, textRows } from "../../terminal/rows.ts";

/** Says of a definition that it was deleted, or moved away, while somebody watches. */
export function printGone(source: string): void {
  printRows((look) => {
    const lead = marked(look, "attention");
    return textRows(`${source} is gone; what was made of it is left as it is.`, { look, lead });
  }, process.stderr);
}
