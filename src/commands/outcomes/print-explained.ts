import type { SecretReach } from "../../compiler/explain-secrets.ts";
import type { Pipeline } from "../../compiler/pipeline/pipeline.ts";
import type { Look } from "../../layout/look.ts";
import { printRows } from "../../layout/paint.ts";
import { indented, marked, noRail, textRows, type Row } from "../../layout/rows.ts";
import { printJson } from "./print-json.ts";

export function printExplained(
  pipeline: Pipeline,
  reaches: readonly SecretReach[],
  { json = false }: { readonly json?: boolean },
): void {
  if (json) printJson({ jobs: pipeline.jobs.map(({ id }) => id), secrets: reaches });
  else printRows((look) => explainedRows(pipeline, reaches, look));
}

/**
 *  ✔ Agent
 *    Run the agent
 *      FORGE_TOKEN, secret variable: what the engine may do on the forge
 *  ✔ Conclusion: no secret reaches it
 */
export function explainedRows(
  { jobs }: Pipeline,
  reaches: readonly SecretReach[],
  look: Look,
): Row[] {
  return jobs.flatMap(({ id }) => {
    const own = reaches.filter(({ job }) => job === id);
    const title = own.length === 0 ? `${id}: no secret reaches it` : id;
    const steps = [...new Set(own.map(({ step }) => step))];
    return [
      ...textRows(title, {
        look,
        lead: marked(look, own.length === 0 ? "done" : "attention"),
        tone: "strong",
      }),
      ...steps.flatMap((step) => [
        ...textRows(step, { look }),
        ...own
          .filter((reach) => reach.step === step)
          .flatMap(({ secret, kind, why }) =>
            textRows(`${secret}, ${kind}: ${why}`, {
              look,
              lead: indented(noRail, 2),
              tone: "quiet",
            }),
          ),
      ]),
    ];
  });
}
