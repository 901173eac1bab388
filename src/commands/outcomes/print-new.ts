import type { Hint } from "../../shared/errors.ts";
import { printRows } from "../../terminal/paint.ts";
import { nextRows } from "../../terminal/report.ts";
import { marked, textRows } from "../../terminal/rows.ts";

interface NewOutcome {
  /** Paths of the created files. */
  readonly created: readonly string[];
  /** Name of the service that runs the agent. */
  readonly service: string;
  readonly next: readonly Hint[];
}

/**
 * Prints the created files, and the next steps:
 *
 *  ✔ Created agents/probe.md for Azure Pipelines.
 *
 *    Next  Compile its Azure pipeline:
 *    gatehouse compile agents/probe.md
 */
export function printNew({ created, service, next }: NewOutcome): void {
  printRows((style) => [
    ...textRows(`Created ${created.join(" and ")} for ${service}.`, {
      style,
      prefix: marked(style, "done"),
      tone: "strong",
    }),
    [],
    ...nextRows(next, { style }),
  ]);
}
