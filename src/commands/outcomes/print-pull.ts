import type { PreparedRuntime } from "../../firewall/prepare-runtime.ts";
import type { Look } from "../../terminal/render-options.ts";
import { printRows } from "../../terminal/paint.ts";
import { marked, textRows } from "../../terminal/rows.ts";
import type { Row } from "../../terminal/rows.ts";
import { printJson } from "./print-json.ts";

export function printPull(prepared: PreparedRuntime, { json }: { readonly json: boolean }): void {
  if (json) printJson(prepared);
  else printRows((look) => pullRows(prepared, look));
}

/**
 *  ✔ bubblewrap starts a container; there is nothing to pull.
 *  ✔ The sidecar would speak with api.example.com.
 */
export function pullRows({ runtime, image, provider }: PreparedRuntime, look: Look): Row[] {
  const what =
    image === undefined
      ? `${runtime} starts a container; there is nothing to pull.`
      : `${runtime} has the image ${image}.`;
  const lines = [what, ...(provider ? [`The sidecar would speak with ${provider}.`] : [])];
  return lines.flatMap((line) => textRows(line, { look, lead: marked(look, "done") }));
}
