import type { SecretReach } from "../../compiler/explain-secrets.ts";
import type { Pipeline } from "../../compiler/pipeline/pipeline.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import { printRows } from "../../terminal/paint.ts";
import { marked, textRows, type Row } from "../../terminal/rows.ts";
import { tableRows } from "../../terminal/table.ts";
import { printJson } from "./print-json.ts";

export function printExplained(
  pipeline: Pipeline,
  reaches: readonly SecretReach[],
  { json = false }: { readonly json?: boolean },
): void {
  if (json) printJson({ jobs: pipeline.jobs.map(({ id }) => id), secrets: reaches });
  else printRows((style) => explainedRows(pipeline, reaches, style));
}

/**
 * Formats the secrets of each job:
 *
 *  Agent
 *    STEP           SECRET                        WHY
 *  ! Run the agent  FORGE_TOKEN, secret variable  access of the engine to GitHub
 *
 *  ✔ Conclusion: no secret reaches it
 */
function explainedRows(
  { jobs }: Pipeline,
  reaches: readonly SecretReach[],
  style: RenderOptions,
): Row[] {
  return jobs.flatMap(({ id }, at) => {
    const own = reaches.filter(({ job }) => job === id);
    const gap: Row[] = at === 0 ? [] : [[]];
    if (own.length === 0) {
      const prefix = marked(style, "done");
      return [...gap, ...textRows(`${id}: no secret reaches it`, { style, prefix })];
    }
    const rows = own.map(({ step, secret, kind, why }) => ({
      state: "attention" as const,
      name: step,
      text: `${secret}, ${kind}`,
      how: why,
    }));
    return [
      ...gap,
      ...textRows(id, { style, tone: "strong" }),
      ...tableRows(rows, { style, head: ["STEP", "SECRET", "WHY"] }),
    ];
  });
}
