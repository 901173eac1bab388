import {
  chooseTheme,
  createRenderOptions,
  type RenderOptions,
} from "../../src/terminal/render-options.ts";
import { paintRows } from "../../src/terminal/paint.ts";
import type { Row } from "../../src/terminal/rows.ts";

/** Creates the render options of a terminal with this width. */
export function checkOf(
  columns: number,
  env: NodeJS.ProcessEnv = { LANG: "C.UTF-8" },
): RenderOptions {
  return createRenderOptions(chooseTheme(env, "linux"), columns);
}

export function linesOf(rows: readonly Row[]): string[] {
  return paintRows(rows, { hasColour: false }).split("\n").slice(0, -1);
}
