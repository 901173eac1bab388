import type { ReportProgress } from "../../src/prompts/prompter.ts";
import type { ReportRun } from "../../src/plane/repository/run-workflow.ts";

/** Shows the progress of a workflow run. The run continues even if the operator stops waiting. */
export function reportRun(report: ReportProgress): ReportRun {
  return ({ line, seen, link, isOver }) =>
    report({
      line,
      ...(seen !== undefined && { seen }),
      ...(link !== undefined && {
        link,
        ifLeft: isOver ? null : { text: "The run continues in the background", link },
      }),
    });
}
