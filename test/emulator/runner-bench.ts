import { runWorkflow, type WorkflowRun } from "../../emulator/runner.ts";

/** A secret of several lines, such as a private key. */
export const longSecret =
  "-----BEGIN KEY-----\nc2VjcmV0IGxpbmUgb25l\nc2Vjb25kIGxpbmU=\n-----END KEY-----";

/** Runs a workflow in a small world: two secrets, a variable, an environment that has one of the secrets too. */
export function startWorkflow(workflow: string, options: Partial<WorkflowRun> = {}) {
  return runWorkflow({
    workflow,
    inputs: {},
    secrets: () => Promise.resolve({ CP_KEY: longSecret, CP_TOKEN: "repository-value" }),
    enterEnvironment: () =>
      Promise.resolve({ secrets: { CP_TOKEN: "environment-value" }, variables: {} }),
    variables: { CP_ID: "Iv1.abc" },
    repository: "acme/control",
    apiUrl: "http://127.0.0.1:1/api/v3",
    forgeToken: "ghs_workflowToken",
    onStep: () => {},
    signal: new AbortController().signal,
    ...options,
  });
}

/** A workflow of one job with these steps. */
export function oneJob(steps: string, job = ""): string {
  const indented = steps.replaceAll(/^/gm, "      ");
  return `on: workflow_dispatch\njobs:\n  check:\n    runs-on: linux\n${job}    steps:\n${indented}\n`;
}

/** The lines of a log without their times. */
export function linesOf(log: string | undefined): string[] {
  return (log ?? "").split("\n").map((line) => line.replace(/^\S+Z /, ""));
}
