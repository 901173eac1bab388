import type { RunOptions } from "../repository/run-workflow.ts";
import type { TokenReport } from "./proof-workflow.ts";
import { runProof } from "./run-proof.ts";

/**
 * Result of a run in the protected environment. The report is undefined if the run could not use
 * the token.
 */
export interface PatCheck {
  readonly runLink: string;
  readonly report: TokenReport | undefined;
}

/** Starts a run that uses only the stored token in the protected environment. */
export async function checkStoredPat(options: RunOptions, environment: string): Promise<PatCheck> {
  const { runLink, tokens } = await runProof({ ...options, credentials: ["pat"], environment });
  return { runLink, report: tokens.pat };
}
