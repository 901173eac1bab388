import { chooseTheme, lookAt, type Look } from "../../src/terminal/look.ts";
import { paintRows } from "../../src/terminal/paint.ts";
import type { Row } from "../../src/terminal/rows.ts";

/** How rows look in a terminal of so many columns. */
export function lookOf(columns: number, env: NodeJS.ProcessEnv = { LANG: "C.UTF-8" }): Look {
  return lookAt(chooseTheme(env, "linux"), columns);
}

export function linesOf(rows: readonly Row[]): string[] {
  return paintRows(rows, { hasColour: false }).split("\n").slice(0, -1);
}
