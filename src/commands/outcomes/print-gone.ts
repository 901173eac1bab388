import { printRows } from "../../terminal/paint.ts";
import { marked, textRows } from "../../terminal/rows.ts";

/** Reports a definition that was deleted or moved in watch mode. */
export function printGone(source: string): void {
  printRows((style) => {
    const prefix = marked(style, "attention");
    return textRows(`${source} was deleted; its pipeline is kept.`, { style, prefix });
  }, process.stderr);
}
