import { printRows } from "../../terminal/paint.ts";
import { marked, textRows } from "../../terminal/rows.ts";

/** Reports a definition that was deleted or moved during watch mode. */
export function printGone(source: string): void {
  printRows((look) => {
    const lead = marked(look, "attention");
    return textRows(`${source} was deleted; its pipeline is kept.`, { look, lead });
  }, process.stderr);
}
