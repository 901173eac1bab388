import { AnswerNotAccepted, ForgeUnreachable, isRefused } from "../../forge/forge-errors.ts";

/**
 * Explains why the remaining proposals are skipped after a failure; undefined if they can still
 * succeed.
 */
export function explainEnd(error: unknown): string | undefined {
  if (isRefused(error, 401)) return "not tried: the credential was rejected with 401";
  const isSilent = error instanceof ForgeUnreachable && !(error instanceof AnswerNotAccepted);
  if (isSilent && error.status === undefined) return "not tried: the API did not respond";
  return undefined;
}
