import type { PreparedRuntime } from "../../firewall/prepare-runtime.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import { printRows } from "../../terminal/paint.ts";
import { marked, textRows } from "../../terminal/rows.ts";
import type { Row } from "../../terminal/rows.ts";
import { printJson } from "./print-json.ts";

export function printPull(prepared: PreparedRuntime, { json }: { readonly json: boolean }): void {
  if (json) printJson(prepared);
  else printRows((style) => pullRows(prepared, style));
}

/**
 * Formats the result:
 *
 *  ✔ bubblewrap can start a container; no image is needed.
 *  ✔ The sidecar would connect to api.example.com.
 */
export function pullRows(
  { runtime, image, provider }: PreparedRuntime,
  style: RenderOptions,
): Row[] {
  const what =
    image === undefined
      ? `${runtime} can start a container; no image is needed.`
      : `${runtime} has the image ${image}.`;
  const lines = [what, ...(provider ? [`The sidecar would connect to ${provider}.`] : [])];
  return lines.flatMap((line) => textRows(line, { style, prefix: marked(style, "done") }));
}
