import type { FlowContext } from "../../src/prompts/flow-context.ts";
import { requireToken } from "../../src/plane/proof/check-token-report.ts";
import type { WantedToken } from "../../src/plane/proof/check-token-report.ts";
import { reportRun } from "../shared/report-run.ts";
import type { PatDeps } from "./pat-deps.ts";

export type TryDeps = Pick<PatDeps, "checkStoredPat">;

interface Trial {
  readonly id: "pat-proof" | "pat-recheck";
  readonly environment: string;
  readonly wanted: WantedToken;
}

/**
 * Runs a workflow that uses the stored token.
 * @returns a link to the run
 * @throws TokenNotProved
 */
export async function tryStoredPat(
  { ask }: Pick<FlowContext, "ask">,
  deps: TryDeps,
  { id, environment, wanted }: Trial,
): Promise<string> {
  const title = `Testing the stored token in a run in environment ${environment}`;
  const check = await ask.progress({ id, title }, (report, signal) =>
    deps.checkStoredPat(environment, reportRun(report), signal),
  );
  requireToken(check, wanted);
  return check.runLink;
}
