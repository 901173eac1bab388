import type { Decision, Policy, Request } from "../rules/policy.ts";
import { refuse } from "./refusal/denial.ts";
import { findRerouting, unreadable } from "./rerouting-headers.ts";

/**
 * Maximum number of interpretations, because each requires a decision and a client can send
 * thousands of headers.
 */
const mostReadings = 8;

/** Returns a request in every way that a server could interpret it. */
export function listReadings(asked: Request, headers: readonly string[]): readonly Request[] {
  const others = headers.flatMap((name, at) => {
    const readings = at % 2 === 0 && findRerouting(name)?.(asked, headers[at + 1]?.trim() ?? "");
    return readings && readings !== unreadable ? readings : [];
  });
  return [asked, ...others];
}

/**
 * Decides whether to allow a request, for every way that a server could interpret it: as written,
 * and as each rerouting header states.
 * @param headers flat: name, value, name, value
 */
export function decideReadings(
  policy: Pick<Policy, "decideRequest">,
  asked: Request,
  headers: readonly string[],
): Decision {
  const decision = policy.decideRequest(asked);
  if (!decision.allowed) return decision;
  let left = mostReadings;
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const [name = "", value = ""] = [headers[at], headers[at + 1]];
    const readings = findRerouting(name)?.(asked, value.trim()) ?? [];
    const prefix = `header ${name.toLowerCase()}`;
    if (readings === unreadable) return refuse("ambiguous", `${prefix}: its value is not a URL`);
    left -= readings.length;
    if (left < 0)
      return refuse(
        "ambiguous",
        `more than ${mostReadings} alternative methods or paths in headers`,
      );
    for (const reading of readings) {
      const other = policy.decideRequest(reading);
      if (!other.allowed) return { ...other, explanation: `${prefix}: ${other.explanation}` };
    }
  }
  return decision;
}
