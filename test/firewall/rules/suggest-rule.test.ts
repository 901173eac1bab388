import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compilePolicy } from "../../../src/firewall/rules/compile-policy.ts";
import {
  suggestRule,
  suggestRules,
  type DeniedRequest,
} from "../../../src/firewall/rules/suggest-rule.ts";
import { runs } from "../../sample.ts";

function denied(target: string, more: Partial<DeniedRequest> = {}): DeniedRequest {
  return { scheme: "https", host: "a.test", port: 443, method: "GET", target, ...more };
}

async function texts(request: DeniedRequest): Promise<string[]> {
  const proposals = await suggestRule(request);
  return proposals.map(({ option, text }) => `--${option} ${text}`);
}

describe("for one denied request", () => {
  test("its URL, its directory and its host are proposed, the narrowest rule first", async () => {
    expect(await texts(denied("/a/b/c?token=1"))).toEqual([
      "--allow-urls https://a.test/a/b/c?*",
      "--allow-urls https://a.test/a/b/*",
      "--allow-urls https://a.test/**",
    ]);
  });

  test("a connection whose requests are unknown is proposed as a domain", async () => {
    const connection = { scheme: "https", host: "a.test", port: 443 } as const;
    expect(await texts(connection)).toEqual(["--allow-domains a.test"]);
    expect(await texts({ ...connection, port: 8443 })).toEqual(["--allow-domains a.test:8443"]);
  });

  test("plain HTTP is proposed only with its scheme, because patterns are for HTTPS", async () => {
    const plain = denied("/a", { scheme: "http", port: 80 });
    expect(await texts(plain)).toEqual(["--allow-domains http://a.test"]);
  });

  test.each(["/a/../b", "/a%2fb", "/%61"])("no rule is proposed for %s", async (target) => {
    expect(await texts(denied(target))).toEqual([]);
  });

  test("a rule that would be refused is not proposed", async () => {
    const connection = { scheme: "https", port: 443 } as const;
    expect(await texts({ ...connection, host: "co.uk" })).toEqual([]);
    expect(await texts({ ...connection, host: "127.1" })).toEqual([]);
    expect(await texts(denied(`/${"a".repeat(3000)}`))).toEqual([
      "--allow-urls https://a.test/*",
      "--allow-urls https://a.test/**",
    ]);
  });
});

describe("for several denied requests", () => {
  const rulesFor = async (requests: readonly DeniedRequest[]) =>
    (await suggestRules(requests)).map(({ text }) => text);

  test("a single URL is listed separately, and several URLs in a directory are grouped", async () => {
    const requests = [
      denied("/a/1"),
      denied("/a/2"),
      denied("/a/2"),
      denied("/b/1"),
      denied("/x", { host: "b.test" }),
    ];
    expect(await rulesFor(requests)).toEqual([
      "https://a.test/a/*",
      "https://a.test/b/1",
      "https://b.test/x",
    ]);
  });

  test("a host with too many directories is proposed as a complete host", async () => {
    const requests = Array.from({ length: 6 }, (_, index) => denied(`/${index}/x`));
    expect(await rulesFor(requests)).toEqual(["https://a.test/**"]);
    expect(await rulesFor(requests.slice(1))).toHaveLength(5);
  });

  test("ports and schemes of a host are not mixed", async () => {
    const requests = [
      denied("/a"),
      denied("/a", { port: 8443 }),
      denied("/a", { scheme: "http", port: 80 }),
    ];
    expect(await rulesFor(requests)).toEqual([
      "https://a.test/a",
      "https://a.test:8443/a",
      "http://a.test",
    ]);
  });

  test("a proposal is a valid rule, and allows the denied request", async () => {
    const letter = fc.constantFrom(..."ab/;?%2e,*@".split(""), "%20", "%2f", "..", "//");
    const target = fc.array(letter, { maxLength: 8 }).map((letters) => `/${letters.join("")}`);
    const request = fc.record({
      scheme: fc.constantFrom("http" as const, "https" as const),
      host: fc.constantFrom("a.test", "b.example.com", "127.0.0.1", "[::1]", "co.uk"),
      port: fc.constantFrom(80, 443, 8443),
      method: fc.constantFrom("GET", "POST"),
      target,
    });
    await fc.assert(
      fc.asyncProperty(fc.array(request, { maxLength: 12 }), async (requests) => {
        const proposals = await suggestRules(requests);
        const rules = (option: string) =>
          proposals.filter((one) => one.option === option).map(({ text }) => ({ id: "", text }));
        // Plain HTTP is denied if a pattern names the host, so each scheme is requested separately.
        const [urls, domains] = [rules("allow-urls"), rules("allow-domains")];
        const complete = await compilePolicy({ allowUrls: urls, sslBump: true });
        const plain = await compilePolicy({ allowDomains: domains });
        expect([complete.problems, plain.problems]).toEqual([undefined, undefined]);
        for (const asked of requests) {
          if ((await suggestRule(asked)).length === 0) continue;
          const { policy } = asked.scheme === "https" ? complete : plain;
          expect(policy?.decideRequest(asked)).toMatchObject({ allowed: true });
        }
      }),
      runs(300),
    );
  });
});
