import type { CallForge } from "../forge-call/create-caller.ts";
import { explainAnswer } from "../forge-call/explain-answer.ts";
import { isBearer, isUnset } from "../forge-call/is-bearer.ts";
import { Problem } from "../forge-call/problem.ts";

/**
 * Revokes a token and returns a line that describes the result.
 * @throws Problem if the token may still be valid
 */
export async function revokeToken(
  token: string,
  { api, callForge }: { readonly api: string; readonly callForge: CallForge },
): Promise<string> {
  if (isUnset(token)) return "No token was minted in this job, so there is nothing to revoke.";
  if (!isBearer(token)) throw new Problem("The value to revoke is not a token.");
  const answer = await callForge({
    method: "DELETE",
    path: ["installation", "token"],
    bearer: token,
  });
  if (answer.status === 204) return "The token was revoked.";
  if (answer.status === 401) return "The token was already invalid.";
  throw explainAnswer(answer, "revoke the token", api);
}
