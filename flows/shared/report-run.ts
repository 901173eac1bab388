import type { Say } from "../../src/prompts/prompter.ts";
import type { ReportRun } from "../../src/plane/repository/run-workflow.ts";

/** Shows the progress of a workflow run. The run continues even if the operator stops waiting. */
export function reportRun(say: Say): ReportRun {
  return ({ line, seen, link, isOver }) =>
    say({
      line,
      ...(seen !== undefined && { seen }),
      ...(link !== undefined && {
        link,
        ifLeft: isOver ? null : { say: "The run continues in the background", link },
      }),
    });
}
