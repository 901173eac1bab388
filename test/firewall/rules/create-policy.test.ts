import { beforeAll, describe, expect, test } from "vitest";
import type { Policy } from "../../../src/firewall/rules/policy.ts";
import { ask, policyOf } from "./compile.ts";

/** Returns `+` for an allowed request, otherwise the reason. */
function short(decision: ReturnType<typeof ask>): string {
  return decision.allowed ? "+" : decision.reason;
}

function connect(policy: Policy, address: string): string {
  const [, scheme, host = "", port] = /^(https?):\/\/(.*):(\d+)$/.exec(address) ?? [];
  const isPlain = scheme === "http";
  const connection = { scheme: isPlain ? "http" : "https", host, port: Number(port) } as const;
  const decision = policy.decideConnection(connection);
  return decision.allowed ? "+" : decision.reason;
}

describe("hosts and ports", () => {
  test.each([
    ["a.test", "https://a.test:443", "+"],
    ["a.test", "http://a.test:80", "+"],
    ["a.test", "https://a.test:8443", "no-rule"],
    ["a.test", "https://x.y.a.test:443", "+"],
    ["a.test", "https://ba.test:443", "no-rule"],
    ["a.test", "https://a.test.evil.test:443", "no-rule"],
    ["a.test", "https://A.Test.:443", "+"],
    ["a.test", "https://a.test..:443", "ambiguous"],
    ["a.test", "https://.a.test:443", "ambiguous"],
    ["a.test", "https://:443", "ambiguous"],
    ["a.test", "https://b/x.a.test:443", "ambiguous"],
    ["a.test", "https://b@a.test:443", "ambiguous"],
    ["a.test", "https://é/x.a.test:443", "ambiguous"],
    ["a.test:8443", "https://a.test:8443", "+"],
    ["a.test:8443", "https://a.test:443", "no-rule"],
    ["http://a.test", "http://a.test:80", "+"],
    ["http://a.test", "https://a.test:443", "no-rule"],
    ["http://a.test", "http://a.test:443", "no-rule"],
    ["https://a.test:8443", "https://a.test:8443", "+"],
    ["https://a.test:8443", "http://a.test:8443", "no-rule"],
    ["*.a.test", "https://a.test:443", "no-rule"],
    ["*.a.test", "https://x.a.test:443", "+"],
    ["*.a.test", "https://x.y.a.test:443", "+"],
    ["api-*.a.test", "https://api-1.a.test:443", "+"],
    ["api-*.a.test", "https://api-1.x.a.test:443", "no-rule"],
    ["api-*.a.test", "https://x.api-1.a.test:443", "no-rule"],
    ["x.*.a.test", "https://x.y.a.test:443", "+"],
    ["x.*.a.test", "https://x.y.z.a.test:443", "no-rule"],
    ["bücher.example", "https://xn--bcher-kva.example:443", "+"],
    ["127.0.0.1", "https://127.0.0.1:443", "+"],
    ["localhost:8080", "http://localhost:8080", "+"],
    ["localhost:8080", "http://127.0.0.1:8080", "no-rule"],
    ["localhost:8080", "http://a.localhost:8080", "no-rule"],
    ["localhost", "http://localhost:80", "no-rule"],
    ["http://localhost", "http://localhost:80", "+"],
    ["127.0.0.1", "https://1.127.0.0.1:443", "ambiguous"],
    ["127.0.0.1", "https://127.1:443", "ambiguous"],
    ["127.0.0.1", "https://0x7f.0.0.1:443", "ambiguous"],
    ["127.0.0.1", "https://2130706433:443", "ambiguous"],
    ["127.0.0.1", "https://[::ffff:7f00:1]:443", "ambiguous"],
    ["[::1]", "https://[::1]:443", "+"],
    ["[::1]", "https://::1:443", "+"],
    ["[::1]", "https://[0::1]:443", "ambiguous"],
    ["[::1]", "https://[::1%eth0]:443", "ambiguous"],
    ["a.test", "https://a.test:0", "no-rule"],
    ["a.test", "https://a.test:22", "not-understood"],
    ["a.test:22", "https://a.test:22", "+"],
  ])("the rule %s for %s gives %s", async (rule, address, expected) => {
    expect(connect(await policyOf({ domains: [rule] }), address)).toBe(expected);
  });

  test("the block list takes precedence over domains and patterns, on every port if it names no port", async () => {
    const policy = await policyOf({
      domains: ["a.test", "a.test:8443"],
      blocked: ["x.a.test", "y.a.test:8443", "*.z.a.test"],
      urls: ["https://x.a.test/**"],
    });
    const addresses = ["x.a.test:443", "w.x.a.test:8443", "y.a.test:8443", "y.z.a.test:443"];
    expect(addresses.map((address) => connect(policy, `https://${address}`))).toEqual(
      addresses.map(() => "blocked"),
    );
    expect(connect(policy, "https://y.a.test:443")).toBe("+");
    expect(connect(policy, "https://z.a.test:443")).toBe("+");
    expect(short(ask(policy, "https://x.a.test", "/a"))).toBe("blocked");
  });

  test("a denial contains its rule, and the rule that would have allowed the request", async () => {
    const policy = await policyOf({ domains: ["b.test:9000"], blocked: ["a.test"] });
    const blocked = policy.decideConnection({ scheme: "https", host: "x.a.test", port: 443 });
    expect(blocked).toEqual({
      allowed: false,
      reason: "blocked",
      explanation: "a.test on the block list covers x.a.test",
      rule: { id: "--block-domains 1", text: "a.test" },
    });
    const unknown = policy.decideConnection({ scheme: "https", host: "b.test", port: 9001 });
    expect(unknown).toEqual({
      allowed: false,
      reason: "no-rule",
      explanation: "no rule for b.test allows https on port 9001",
      suggestion: "b.test:9001",
    });
  });
});

describe("URL patterns", () => {
  let policy: Policy;
  beforeAll(async () => {
    policy = await policyOf({
      domains: ["a.test", "whole.test"],
      urls: [
        "https://api.a.test/repos/*/issues",
        "https://api.a.test/exact",
        "https://api.a.test/q?x=1&y=*",
        "https://api.a.test/deep/**",
        "https://api.a.test/file-*.txt",
        "https://new.test:8443/x/*",
        "https://*.w.test/a/*",
        "https://api.a.test/café/%2A",
        { text: "https://api.a.test/only/*", methods: ["get", "HEAD"] },
      ],
    });
  });

  test.each([
    ["/repos/x/issues", "+"],
    ["/repos//issues", "ambiguous"],
    ["/repos/x/y/issues", "no-pattern"],
    ["/repos/x/issues/", "no-pattern"],
    ["/repos/x/issues?a", "no-pattern"],
    ["/exact", "+"],
    ["/exact?", "no-pattern"],
    ["/exact/", "no-pattern"],
    ["/Exact", "no-pattern"],
    ["/q?x=1&y=", "+"],
    ["/q?x=1&y=a/b", "+"],
    ["/q?x=2&y=1", "no-pattern"],
    ["/q", "no-pattern"],
    ["/deep", "no-pattern"],
    ["/deep/", "+"],
    ["/deep/a/b/c", "+"],
    ["/deep/a?b=c", "+"],
    ["/file-.txt", "+"],
    ["/file-a.txt", "+"],
    ["/file-a.txt?x", "no-pattern"],
    ["/file-a/b.txt", "no-pattern"],
    ["/caf%c3%a9/*", "+"],
    ["/caf%C3%A9/%2a", "+"],
    ["/caf%C3%A9/x", "no-pattern"],
    ["/", "no-pattern"],
    ["*", "ambiguous"],
  ])("https://api.a.test%s gives %s", (target, expected) => {
    expect(short(ask(policy, "https://api.a.test", target))).toBe(expected);
  });

  test.each([
    ["https://whole.test", "/any/thing?x", "+"],
    ["https://a.test", "/any", "+"],
    ["https://new.test", "/x/1", "no-rule"],
    ["https://new.test:8443", "/x/1", "+"],
    ["https://x.w.test", "/a/1", "+"],
    ["https://x.y.w.test", "/a/1", "+"],
    ["https://w.test", "/a/1", "no-rule"],
    ["http://api.a.test", "/exact", "no-rule"],
    ["http://whole.test", "/", "+"],
    ["https://other.test", "/", "no-rule"],
  ])("%s%s gives %s", (address, target, expected) => {
    expect(short(ask(policy, address, target))).toBe(expected);
  });

  test("methods restrict a rule, and a denial names the allowed methods", () => {
    expect(short(ask(policy, "https://api.a.test", "/only/x", "HEAD"))).toBe("+");
    expect(ask(policy, "https://api.a.test", "/only/x", "POST")).toMatchObject({
      reason: "no-pattern",
      explanation: "https://api.a.test/only/* covers only GET, HEAD, not POST",
    });
  });

  test("OPTIONS * for the server is not covered by any pattern", () => {
    expect(short(ask(policy, "https://api.a.test", "*", "OPTIONS"))).toBe("no-pattern");
    expect(short(ask(policy, "https://whole.test", "*", "OPTIONS"))).toBe("+");
  });

  test.each([
    ["/repos/x/y/issues", "https://api.a.test/repos/**/issues"],
    ["/file-a/b.txt", "https://api.a.test/file-**.txt"],
    ["/only/x/y?z", "https://api.a.test/only/**"],
  ])(
    "the denial of %s reports that ** would have covered the additional segment",
    (target, suggestion) => {
      const decision = ask(policy, "https://api.a.test", target);
      expect(decision).toMatchObject({ reason: "no-pattern", suggestion });
      expect(decision.explanation).toContain("* matches only one path segment; use ** for several");
    },
  );

  test("a query that no pattern covers is reported with a pattern that would cover it", () => {
    expect(ask(policy, "https://api.a.test", "/exact?token=1")).toMatchObject({
      explanation:
        "https://api.a.test/exact does not cover queries; end the pattern with a wildcard to cover any query",
      suggestion: "https://api.a.test/exact?*",
    });
    expect(ask(policy, "https://api.a.test", "/q?x=2")).toMatchObject({
      explanation: "https://api.a.test/q?x=1&y=* covers a different query",
    });
  });

  test("a connection is allowed if one of its requests could be allowed", () => {
    expect(connect(policy, "https://api.a.test:443")).toBe("+");
    expect(connect(policy, "https://new.test:8443")).toBe("+");
    expect(connect(policy, "https://new.test:443")).toBe("no-rule");
    expect(connect(policy, "http://api.a.test:80")).toBe("no-rule");
  });
});

test("a pattern restricts its host also on ports that a domain rule names", async () => {
  const texts = { domains: ["a.test:8443"], urls: ["https://a.test/x"] };
  const policy = await policyOf(texts);
  expect(ask(policy, "https://a.test:8443", "/x")).toMatchObject({
    reason: "no-rule",
    suggestion: "https://a.test:8443/**",
  });
  expect(short(ask(policy, "https://a.test", "/x"))).toBe("+");
});

test("plain HTTP to a host that a pattern names is refused, also on a port that the pattern names", async () => {
  const policy = await policyOf({ domains: ["a.test:80"], urls: ["https://a.test:80/x"] });
  expect(short(ask(policy, "https://a.test:80", "/x"))).toBe("+");
  expect(ask(policy, "http://a.test:80", "/x")).toMatchObject({
    reason: "no-rule",
    explanation:
      "plain HTTP to a.test is denied, because the pattern https://a.test:80/x requires HTTPS",
  });
});

test("a rule that would be too long is not suggested", async () => {
  const policy = await policyOf({ urls: ["https://a.test/x"] });
  const decision = ask(policy, "https://a.test", `/${"y".repeat(3000)}`);
  expect(decision).toMatchObject({ reason: "no-pattern" });
  expect(decision).not.toHaveProperty("suggestion");
  expect(decision.explanation.length).toBeLessThan(200);
});

test("a domain rule does not disable the patterns of a wildcard domain rule", async () => {
  const texts = { domains: ["a.test", "*.b.test"], urls: ["https://*.b.test/ok"] };
  const policy = await policyOf(texts);
  expect(short(ask(policy, "https://x.b.test", "/evil"))).toBe("no-pattern");
  expect(short(ask(policy, "https://x.b.test", "/ok"))).toBe("+");
});

test("--strict-urls requires a pattern for every HTTPS request", async () => {
  const policy = await policyOf({ domains: ["a.test"], isStrict: true });
  expect(ask(policy, "https://a.test", "/x")).toMatchObject({
    reason: "no-pattern",
    suggestion: "https://a.test/**",
  });
  expect(connect(policy, "https://a.test:443")).toBe("no-pattern");
  expect(short(ask(policy, "http://a.test", "/x"))).toBe("+");
});

test("without interception, paths are ignored", async () => {
  const policy = await policyOf({ domains: ["a.test"] });
  expect(policy.isIntercepting).toBe(false);
  expect(short(ask(policy, "https://a.test", "/a/../b"))).toBe("+");
});

test("if several rules cover a request, the first of them is reported", async () => {
  const policy = await policyOf({ urls: ["https://*.a.test/**", "https://x.a.test/b"] });
  const decision = ask(policy, "https://x.a.test", "/b");
  expect(decision).toMatchObject({ rule: { id: "--allow-urls 1" } });
});
