import { accepted, invalid, Refusal } from "../http/reply.ts";
import type { Call } from "../http/call.ts";
import { readBody } from "../http/fields.ts";
import { post, type Route } from "../http/routes.ts";
import { hashOf } from "../state/secret-words.ts";
import { wire } from "../wire.ts";

const mostCredentials = 1000;
const revocable = ["ghp_", "gho_", "ghu_", "ghr_", wire.fineGrainedPrefix];

export const credentialRoutes: Route[] = [post("/credentials/revoke", revokeCredentials)];

/** Whoever holds a leaked token may end it, without saying who they are; unknown ones are no error. */
function revokeCredentials(call: Call) {
  if (call.caller.kind !== "anonymous") {
    throw new Refusal(403, "This endpoint does not accept authenticated requests.");
  }
  const words = readBody(call)["credentials"];
  if (!Array.isArray(words) || words.length === 0 || words.length > mostCredentials) {
    throw invalid("Between 1 and 1000 credentials are needed.");
  }
  if (!words.every(isRevocable)) {
    throw invalid("At least one credential is of no kind that can be revoked.");
  }
  const hashes = new Set(words.map(hashOf));
  call.forge.change((world) => {
    world.tokens = world.tokens.filter(({ hash }) => !hashes.has(hash));
  });
  return accepted({});
}

function isRevocable(words: unknown): words is string {
  return typeof words === "string" && revocable.some((prefix) => words.startsWith(prefix));
}
