import { runWorkflow, type WorkflowRun } from "../../emulator/runner.ts";

/** A secret of several lines, such as a private key. */
export const longSecret =
  "-----BEGIN KEY-----\nc2VjcmV0IGxpbmUgb25l\nc2Vjb25kIGxpbmU=\n-----END KEY-----";

/**
 * Runs a workflow in a small world: two secrets, a variable, and an environment that also has one
 * of the secrets.
 */
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

/** Returns a workflow of one job with these steps. */
export function oneJob(steps: string, job = ""): string {
  const indented = steps.replaceAll(/^/gm, "      ");
  return `on: workflow_dispatch\njobs:\n  check:\n    runs-on: linux\n${job}    steps:\n${indented}\n`;
}

/** Returns the lines of a log without their timestamps. */
export function linesOf(log: string | undefined): string[] {
  return (log ?? "").split("\n").map((line) => line.replace(/^\S+Z /, ""));
}
