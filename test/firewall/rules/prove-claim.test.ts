import { describe, expect, test } from "vitest";
import { proveClaim } from "../../../src/firewall/rules/prove-claim.ts";
import { addressOf } from "../../../src/firewall/rules/url-text.ts";
import { claimOf, compiledOf, type Texts } from "./compile.ts";
import { connections, hosts } from "./proof/host-cases.ts";
import { methods, paths, type Case } from "./proof/path-cases.ts";

const api = "https://api.test";

async function prove(rules: Texts, [never, ...except]: Case[2]): Promise<string> {
  const compiled = await compiledOf(rules);
  const verdict = proveClaim(claimOf(never, except), compiled);
  if (verdict.kind === "undecided") return `undecided: ${verdict.reason}`;
  if (verdict.kind === "holds") return "holds";
  const { example, rule } = verdict;
  return `${example.method} ${addressOf(example)}${example.target} by ${rule.text}`;
}

describe.each([
  ["paths", paths],
  ["connections", connections],
  ["hosts", hosts],
  ["methods", methods],
])("a proof considers %s", (_, cases) => {
  test.each(cases)("%s", async (_what, rules, claim, expected) => {
    expect(await prove(rules, claim)).toBe(expected);
  });
});

describe("a claim that cannot be decided is not confirmed", () => {
  test("patterns with too many combinations", async () => {
    const pattern = (letter: string) => `${api}/**/${letter}*${"/*".repeat(14)}`;
    const claim = [pattern("a"), pattern("a"), pattern("b")] as const;
    expect(await prove({ urls: [`${api}/**`] }, claim)).toMatch(/^undecided: comparing/);
  });

  test("patterns with all characters that could represent the others", async () => {
    const letters = "abcdefghijklmnopqrstuvwxyz";
    const all = `${api}/${letters}${letters.toUpperCase()}~_-!$()+:=@&`;
    const escapes = Array.from({ length: 30 }, (_, index) => `%${(0xc2 + index).toString(16)}%90`);
    const urls = [`${all}${escapes.join("")}*`];
    expect(await prove({ urls }, [`${api}/*`])).toMatch(/^undecided: the patterns/);
    expect(await prove({ urls: [`${all}*`] }, [`${api}/*`])).toMatch(/^GET/);
  });

  test("a request that the proxy denies, because matching takes too many steps", async () => {
    const urls = Array.from({ length: 100 }, () => `${api}/**${"a*".repeat(14)}a?q`);
    const compiled = await compiledOf({ urls: [...urls, `${api}/${"a".repeat(1900)}*a`] });
    expect(proveClaim(claimOf(`${api}/**`, [`${api}/**?q`]), compiled)).toMatchObject({
      kind: "undecided",
      reason: "matching the URL takes too many steps",
    });
  });
});
