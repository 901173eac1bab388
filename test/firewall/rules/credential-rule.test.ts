import { describe, expect, test } from "vitest";
import { compilePolicy } from "../../../src/firewall/rules/compile-policy.ts";
import { keyOfSource, type CredentialSource } from "../../../src/firewall/rules/credential-rule.ts";
import type { RuleOptions } from "../../../src/firewall/rules/rule-options.ts";

const rule = (text: string) => ({ id: text, text });
const credential = (text: string) => ({ ...rule(text), source: { kind: "pat" as const } });

async function policyOf(options: RuleOptions) {
  const { policy, problems } = await compilePolicy({ sslBump: true, ...options });
  if (!policy) throw new Error(JSON.stringify(problems));
  return policy;
}

async function problemsOf(options: RuleOptions) {
  const { problems = [] } = await compilePolicy(options);
  return problems.map(({ text, problem }) => `${text} ${problem}`);
}

const asked = {
  scheme: "https",
  host: "a.test",
  port: 443,
  method: "GET",
  target: "/x/1",
} as const;

describe("a credential", () => {
  test.each([
    [{}, true],
    [{ host: "A.TEST." }, true],
    [{ port: 8443 }, false],
    [{ scheme: "http" as const, port: 443 }, false],
    [{ host: "b.a.test" }, false],
    [{ target: "/y" }, false],
    [{ target: "/x/%2e%2e/y" }, false],
  ])("of https://a.test/x/* for %j: %s", async (change, expected) => {
    const policy = await policyOf({ credentials: [credential("https://a.test/x/*")] });
    expect(policy.findCredential({ ...asked, ...change }) !== undefined).toBe(expected);
  });

  test("is the first one that covers the request", async () => {
    const credentials = [credential("https://a.test/x/1"), credential("https://a.test/**")];
    const policy = await policyOf({ credentials });
    expect(policy.findCredential(asked)?.text).toBe("https://a.test/x/1");
    expect(policy.findCredential({ ...asked, target: "/z" })?.text).toBe("https://a.test/**");
  });

  test("does not allow a request", async () => {
    const policy = await policyOf({ credentials: [credential("https://a.test/**")] });
    expect(policy.decideRequest(asked)).toMatchObject({ allowed: false, reason: "no-rule" });
  });

  test.each([
    [{ credentials: [credential("https://a.test/*")] }, "requires --ssl-bump"],
    [{ sslBump: true, credentials: [credential("https://*.com/*")] }, "too broad"],
    [{ sslBump: true, credentials: [credential("http://a.test/*")] }, "for HTTPS only"],
    [{ intercept: "only-ruled" as const }, "--intercept requires --ssl-bump"],
    [{ splice: [rule("a.test")] }, "a.test requires --ssl-bump"],
  ])("%j is a problem", async (options, expected) => {
    expect((await problemsOf(options)).join("\n")).toContain(expected);
  });

  test("has the same token as another one with equal sources", () => {
    const app = { kind: "app", role: "read", host: "a.test" } as const;
    const keys = [
      { ...app, repositories: ["a/b", "a/C"], permissions: { contents: "read", issues: "read" } },
      { ...app, repositories: ["A/c", "a/b"], permissions: { issues: "read", contents: "read" } },
      { ...app, repositories: ["a/b"], permissions: { issues: "read", contents: "read" } },
      { ...app, repositories: ["a/b"] },
      { ...app, host: "b.test", repositories: ["a/b"] },
      { kind: "env", name: "pat" },
      { kind: "pat" },
    ] satisfies readonly CredentialSource[];
    expect(new Set(keys.map(keyOfSource)).size).toBe(keys.length - 1);
  });
});

describe("connections are intercepted", () => {
  const options = {
    allowDomains: [rule("a.test"), rule("b.test")],
    allowUrls: [rule("https://c.test/*")],
    credentials: [credential("https://d.test/*")],
  };
  const at = (host: string, port = 443) => ({ host, port });

  test.each([
    [{}, ["a.test", "b.test", "c.test", "d.test"]],
    [{ intercept: "only-ruled" as const }, ["c.test", "d.test"]],
    [{ splice: [rule("a.test")] }, ["b.test", "c.test", "d.test"]],
    [{ sslBump: false, allowUrls: [], credentials: [] }, []],
  ])("with %j: %j", async (more, expected) => {
    const policy = await policyOf({ ...options, ...more });
    const hosts = ["a.test", "b.test", "c.test", "d.test"];
    expect(hosts.filter((host) => policy.intercepts(at(host)))).toEqual(expected);
  });

  test("except on the port of a spliced domain, and on its subdomains", async () => {
    const policy = await policyOf({ ...options, splice: [rule("a.test:8443"), rule("b.test")] });
    expect(policy.intercepts(at("a.test"))).toBe(true);
    expect(policy.intercepts(at("a.test", 8443))).toBe(false);
    expect(policy.intercepts(at("X.b.test."))).toBe(false);
  });

  test.each([
    [{ allowUrls: [rule("https://a.test/*")] }, "cannot be spliced: https://a.test/* requires"],
    [{ allowUrls: [rule("https://x.a.test/*")] }, "cannot be spliced"],
    [{ credentials: [credential("https://a.test/*")] }, "cannot be spliced"],
    [
      { allowUrls: [rule("https://*.a.test/*")], splice: [rule("x.a.test")] },
      "x.a.test cannot be spliced: https://*.a.test/* requires",
    ],
    [{ strictUrls: true }, "cannot be spliced together with --strict-urls"],
  ])("a spliced domain together with %j is a problem", async (more, expected) => {
    const all = { sslBump: true, splice: [rule("a.test")], ...more };
    expect((await problemsOf(all)).join("\n")).toContain(expected);
  });

  test("and a request to a spliced host is decided by its domain", async () => {
    const policy = await policyOf({ ...options, splice: [rule("a.test")] });
    expect(policy.decideRequest({ ...asked, target: "/x/../y" }).allowed).toBe(true);
  });
});
