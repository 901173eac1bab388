import { expect, inject, test } from "vitest";
import { compilePolicy } from "../../../../src/firewall/rules/compile-policy.ts";
import { isFault } from "../../../../src/firewall/rules/fault.ts";
import type { Request } from "../../../../src/firewall/rules/policy.ts";
import type { RuleOptions } from "../../../../src/firewall/rules/rule-options.ts";
import { readUrlPattern } from "../../../../src/firewall/rules/url-pattern.ts";
import { proveClaim } from "../../../../src/firewall/rules/prove-claim.ts";
import { readClaim, type Claim } from "../../../../src/firewall/rules/read-claim.ts";
import { claimsRequest } from "./claims-request.ts";
import { randomOf, randomRequest, randomRules } from "./random-rules.ts";

const { seed, isFull } = inject("sample");
const [sets, urls] = isFull ? [1000, 10_000] : [40, 400];

test("a proof agrees with a comparison of each request, and finds each planted hole", async () => {
  const random = randomOf(seed);
  const count = { holds: 0, broken: 0, undecided: 0, planted: 0 };
  const mistakes: unknown[] = [];
  for (let set = 0; set < sets; set += 1) {
    const { rules, claim: written } = randomRules(random);
    const { claim } = readClaim(written);
    if (!claim) throw new Error(JSON.stringify(written));
    const proof = await prove(rules, claim);
    count[proof.verdict.kind] += 1;
    const asked = Array.from({ length: urls }, () => randomRequest(random));
    const claimed = asked.filter((request) => claimsRequest(claim, request));
    const isWrong = claimed.some((request) => proof.isAllowed(request)) && !proof.isRefuted;
    if (isWrong || proof.isMistaken) mistakes.push({ rules, written, ...proof });
    // If the claim holds, a rule for a claimed request must refute it.
    for (const request of proof.isRefuted ? [] : claimed.slice(0, 5)) {
      const planted = await prove(plant(rules, request), claim);
      if (!planted.isAllowed(request)) continue;
      count.planted += 1;
      if (!planted.isRefuted || planted.isMistaken) mistakes.push({ rules, written, request });
    }
  }
  expect(mistakes).toEqual([]);
  expect(count.undecided).toBe(0);
  expect(Math.min(count.holds, count.broken, count.planted)).toBeGreaterThan(sets / 10);
});

async function prove(rules: RuleOptions, claim: Claim) {
  const compiled = await compilePolicy(rules);
  if (!compiled.policy) throw new Error(JSON.stringify(compiled.problems));
  const { policy } = compiled;
  const isAllowed = (request: Request) => policy.decideRequest(request).allowed;
  const verdict = proveClaim(claim, compiled);
  const example = verdict.kind === "broken" ? verdict.example : undefined;
  return {
    verdict,
    isAllowed,
    isRefuted: example !== undefined,
    isMistaken: example && !(isAllowed(example) && claimsRequest(claim, example)),
  };
}

/** Adds a rule that allows one request, unless another rule denies its host. */
function plant(rules: RuleOptions, { scheme, host, port, method, target }: Request): RuleOptions {
  const text = `https://${host}:${port}${target.replaceAll("*", "%2A")}`;
  const pattern = { id: "planted", text, methods: [method] };
  const canCompare = rules.sslBump && scheme === "https" && !isFault(readUrlPattern(pattern));
  const domain = { id: "planted", text: `${scheme}://${host}:${port}` };
  return canCompare
    ? { ...rules, allowUrls: [...(rules.allowUrls ?? []), pattern] }
    : { ...rules, allowDomains: [...(rules.allowDomains ?? []), domain] };
}
