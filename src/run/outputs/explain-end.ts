import { AnswerNotAccepted, ForgeUnreachable, isRefused } from "../../forge/forge-errors.ts";

/** Says why nothing that comes after a failure has to be tried; undefined where the next proposal may well be taken. */
export function explainEnd(error: unknown): string | undefined {
  if (isRefused(error, 401)) return "not tried: the forge refuses the credential";
  const isSilent = error instanceof ForgeUnreachable && !(error instanceof AnswerNotAccepted);
  if (isSilent && error.status === undefined) return "not tried: the forge did not answer";
  return undefined;
}
