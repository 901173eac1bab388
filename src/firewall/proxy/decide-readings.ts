import type { Decision, Policy, Request } from "../rules/policy.ts";

/** What both kinds begin with. */
const nameOfOther = /^x[-_](?:http|method|original|rewrite)/i;
/** By these some servers take a request for one of another method. CGI makes no difference between - and _. */
const otherMethod = /^x[-_](?:http[-_]method(?:[-_]override)?|method[-_]override)$/i;
/** By these, for one of another path. */
const otherTarget = /^x[-_](?:original|rewrite)[-_]url$/i;

/**
 * Whether a request passes, however a server reads it: as it stands, and as each of its headers says that it is meant.
 * @param headers flat: name, value, name, value
 */
export function decideReadings(
  policy: Pick<Policy, "decideRequest">,
  asked: Request,
  headers: readonly string[],
): Decision {
  const decision = policy.decideRequest(asked);
  if (!decision.allowed) return decision;
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const [name = "", value = ""] = [headers[at], headers[at + 1]];
    if (!nameOfOther.test(name)) continue;
    const meant = readAs(asked, name, value.trim());
    const other = meant && policy.decideRequest(meant);
    if (other && !other.allowed) {
      return { ...other, because: `by its header ${name.toLowerCase()}: ${other.because}` };
    }
  }
  return decision;
}

/** Whether a header leads to another path than the request's own. */
export function leadsElsewhere(name: string): boolean {
  return otherTarget.test(name);
}

function readAs(asked: Request, name: string, value: string): Request | undefined {
  if (otherMethod.test(name)) return { ...asked, method: value.toUpperCase() };
  if (!leadsElsewhere(name)) return undefined;
  const target = value.replace(/^https?:\/\/[^/]*/i, "");
  return { ...asked, target: target.startsWith("/") ? target : `/${target}` };
}
