import type { RunOptions } from "../repository/run-workflow.ts";
import type { TokenReport } from "./proof-workflow.ts";
import { runProof } from "./run-proof.ts";

/** What a run in the protected environment saw; no report when it could not use the token. */
export interface PatCheck {
  readonly runLink: string;
  readonly report: TokenReport | undefined;
}

/** Has a run in the protected environment use the stored token, and nothing else. */
export async function checkStoredPat(options: RunOptions, environment: string): Promise<PatCheck> {
  const { runLink, tokens } = await runProof({ ...options, credentials: ["pat"], environment });
  return { runLink, report: tokens.pat };
}
