import { expect, test } from "vitest";
import { decideReadings } from "../../../src/firewall/proxy/decide-readings.ts";
import { compilePolicy } from "../../../src/firewall/rules/compile-policy.ts";

const asked = { scheme: "https", host: "a.test", port: 443, method: "POST", target: "/x" } as const;

async function decide(headers: readonly string[], methods?: readonly string[]) {
  const allowUrls = [{ id: "1", text: "https://a.test/*", ...(methods && { methods }) }];
  const allowDomains = [{ id: "2", text: "b.test" }];
  const { policy } = await compilePolicy({ allowUrls, allowDomains, sslBump: true });
  if (!policy) throw new Error("no policy");
  return (host: string) => decideReadings(policy, { ...asked, host }, headers);
}

test.each([
  "X-HTTP-Method-Override",
  "x-http-method",
  "X-Method-Override",
  "X_HTTP_METHOD_OVERRIDE",
])("%s makes it a request of that method, which its rule has to name as well", async (name) => {
  const headers = ["accept", "*/*", name, "delete"];
  expect((await decide(headers, ["GET", "POST"]))("a.test")).toMatchObject({ allowed: false });
  expect((await decide(headers, ["POST", "DELETE"]))("a.test").allowed).toBe(true);
  expect((await decide(headers))("a.test").allowed).toBe(true);
});

test.each([
  ["X-Original-URL", "/y/z"],
  ["x-rewrite-url", "https://a.test/y/z?q"],
  ["X_Rewrite_URL", "y/z"],
])("%s: %s makes it one of that path; a rule for the whole host covers it", async (name, value) => {
  const denied = (await decide([name, value]))("a.test");
  expect(denied).toMatchObject({ allowed: false, reason: "no-pattern" });
  expect((await decide([name, "/y"]))("a.test").allowed).toBe(true);
  expect((await decide([name, value]))("b.test").allowed).toBe(true);
});

test("of several headers each is read, and the denial names the one", async () => {
  const headers = ["x-original-url", "/y", "X-Original-URL", "/y/z"];
  const denied = (await decide(headers))("a.test");
  expect(denied.because).toMatch(/^by its header x-original-url: .* within one segment/);
});
