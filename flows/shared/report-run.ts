import type { Say } from "../../src/prompts/prompter.ts";
import type { ReportRun } from "../../src/plane/repository/run-workflow.ts";

/** Shows on a wait what a run tells; it goes on, whoever stops waiting for it. */
export function reportRun(say: Say): ReportRun {
  return ({ line, seen, link, isOver }) =>
    say({
      line,
      ...(seen !== undefined && { seen }),
      ...(link !== undefined && {
        link,
        ifLeft: isOver ? null : { say: "The run goes on by itself, and ends", link },
      }),
    });
}
