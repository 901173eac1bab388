import { accepted, invalid, Refusal } from "../http/reply.ts";
import type { Call } from "../http/call.ts";
import { readBody } from "../http/fields.ts";
import { post, type Route } from "../http/routes.ts";
import { hashOf } from "../state/secret-words.ts";
import { wire } from "../wire.ts";

const mostCredentials = 1000;
const revocable = ["ghp_", "gho_", "ghu_", "ghr_", wire.fineGrainedPrefix];

export const credentialRoutes: Route[] = [post("/credentials/revoke", revokeCredentials)];

/**
 * Revokes leaked tokens. Anyone who has a token can revoke it anonymously, and unknown tokens are
 * not an error.
 */
function revokeCredentials(call: Call) {
  if (call.caller.kind !== "anonymous") {
    throw new Refusal(403, "This endpoint does not accept authenticated requests.");
  }
  const words = readBody(call)["credentials"];
  if (!Array.isArray(words) || words.length === 0 || words.length > mostCredentials) {
    throw invalid("The number of credentials must be between 1 and 1000.");
  }
  if (!words.every(isRevocable)) {
    throw invalid("At least one credential is not of a type that can be revoked.");
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
