import { printRows } from "../../terminal/paint.ts";
import { marked, textRows } from "../../terminal/rows.ts";

/** Reports in watch mode that a definition was deleted or moved. */
export function printGone(source: string): void {
  printRows((style) => {
    const prefix = marked(style, "attention");
    return textRows(`${source} was deleted; its pipeline is kept.`, { style, prefix });
  }, process.stderr);
}
