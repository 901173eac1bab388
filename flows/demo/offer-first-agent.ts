import type { Prompter } from "../../src/prompts/prompter.ts";
import type { Issue } from "../../src/forge/resources/issues.ts";
import type { ReportRun } from "../../src/plane/repository/run-workflow.ts";
import { Incomplete } from "../../src/shared/errors.ts";
import { reportRun } from "../shared/report-run.ts";

export interface FirstAgentDeps {
  /** Finds the newest review output since the decision. */
  readonly findOutput: () => Promise<Issue | undefined>;
  /** Commits the orchestrator and the worker, unless their files exist. */
  readonly commitWorkflows: () => Promise<void>;
  /** Runs both workflows until their runs have ended. */
  readonly runWorkflows: (report: ReportRun, signal: AbortSignal) => Promise<void>;
}

/** The output of the first agent; undefined if the operator does not run one. */
export interface FirstOutput {
  readonly issue: Issue;
  /** Whether an earlier run of the demo created it. */
  readonly isKept: boolean;
}

/**
 * Offers to run a first agent on the embedded forge, unless one has already written an output.
 * @throws Incomplete if a run fails, or opens no issue
 */
export async function offerFirstAgent(
  prompter: Pick<Prompter, "confirm" | "progress">,
  { findOutput, commitWorkflows, runWorkflows }: FirstAgentDeps,
): Promise<FirstOutput | undefined> {
  const finding = { id: "first-agent-output", title: "Checking for review outputs" };
  const kept = await prompter.progress(finding, findOutput);
  if (kept) return { issue: kept, isKept: true };
  const isWanted = await prompter.confirm(
    {
      id: "first-agent",
      title: "Run a first agent now?",
      body: [
        "The demo commits an orchestrator and a worker to the control repository, and runs them. The worker opens an issue for each target.",
        "On the embedded forge, a script without a model replaces the agent.",
      ],
      initial: true,
    },
    { canGoBack: false },
  );
  if (!isWanted) return undefined;
  const running = { id: "first-agent-run", title: "Running the first agent" };
  await prompter.progress(running, async (report, signal) => {
    report({ line: "committing the workflows" });
    await commitWorkflows();
    report({ line: "starting the orchestrator", seen: "the workflows are in place" });
    await runWorkflows(reportRun(report), signal);
  });
  const issue = await prompter.progress(finding, findOutput);
  if (!issue) throw new Incomplete("The runs have ended, but the worker opened no review issue.");
  return { issue, isKept: false };
}
