import type { CallForge } from "../forge-call/create-caller.ts";
import { explainAnswer } from "../forge-call/explain-answer.ts";
import { isBearer, isUnset } from "../forge-call/is-bearer.ts";
import { Problem } from "../forge-call/problem.ts";

/** Ends a token, and says in a line what came of it. @throws Problem where it may live on */
export async function revokeToken(
  token: string,
  { api, callForge }: { readonly api: string; readonly callForge: CallForge },
): Promise<string> {
  if (isUnset(token)) return "No token was minted in this job: there is none to revoke.";
  if (!isBearer(token)) throw new Problem("What is to be revoked is no token.");
  const answer = await callForge({
    method: "DELETE",
    path: ["installation", "token"],
    bearer: token,
  });
  if (answer.status === 204) return "The token is revoked.";
  if (answer.status === 401) return "The token had ended before.";
  throw explainAnswer(answer, "revoke the token", api);
}
