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
  "X-Original-Method",
  "X-Forwarded-Method",
])(
  "%s changes the request to the method in the header, which the rule must also allow",
  async (name) => {
    const headers = ["accept", "*/*", name, "delete"];
    expect((await decide(headers, ["GET", "POST"]))("a.test")).toMatchObject({ allowed: false });
    expect((await decide(headers, ["POST", "DELETE"]))("a.test").allowed).toBe(true);
    expect((await decide(headers))("a.test").allowed).toBe(true);
  },
);

test.each([
  ["X-Original-URL", "/y/z"],
  ["x-rewrite-url", "https://a.test/y/z?q"],
  ["X_Rewrite_URL", "y/z"],
  ["X-Original-URI", "/y/z"],
  ["X-Forwarded-Uri", "/y/z"],
  ["x_forwarded_uri", "/y,/y/z"],
  ["X-Forwarded-Path", "/y/z"],
  ["X-Envoy-Original-Path", "/y/z"],
  ["X-Envoy-Original-Url", "/y/z"],
  ["X-MS-Original-URL", "https://a.test/y/z"],
  ["X-WAWS-Unencoded-URL", "/y/z"],
  ["X-Override-URL", "/y/z"],
  ["X-Request-URI", "/y/z"],
  ["X-Replaced-Path", "/y/z"],
  ["X-Matched-Path", "/y/z"],
  ["X-HTTP-DestinationURL", "/y/z"],
  ["Destination", "/y/z"],
  ["X-Amz-Copy-Source", "y/z"],
  ["X-MS-Rename-Source", "/y/z"],
])(
  "%s: %s changes the request to that path, which a rule for the complete host still covers",
  async (name, value) => {
    const denied = (await decide([name, value]))("a.test");
    expect(denied).toMatchObject({ allowed: false, reason: "no-pattern" });
    expect((await decide([name, "/y"]))("a.test").allowed).toBe(true);
    expect((await decide([name, value]))("b.test").allowed).toBe(true);
  },
);

test.each([
  ["https://dst.s3.amazonaws.com/**", "dst.s3.amazonaws.com"],
  ["https://dst.s3.eu-west-1.amazonaws.com/**", "dst.s3.eu-west-1.amazonaws.com"],
  ["https://my.dst.s3-eu-west-1.amazonaws.com/**", "my.dst.s3-eu-west-1.amazonaws.com"],
  ["https://dst.s3-accelerate.amazonaws.com/**", "dst.s3-accelerate.amazonaws.com"],
  ["https://dst.storage.googleapis.com/**", "dst.storage.googleapis.com"],
  ["https://dst.0a1b.r2.cloudflarestorage.com/**", "dst.0a1b.r2.cloudflarestorage.com"],
  ["https://dst.nyc3.digitaloceanspaces.com/**", "dst.nyc3.digitaloceanspaces.com"],
])("%s does not cover a copy of an object from another bucket", async (text, host) => {
  const allowUrls = [{ id: "1", text }];
  const { policy } = await compilePolicy({ allowUrls, sslBump: true });
  if (!policy) throw new Error("no policy");
  const copy = (value: string) =>
    decideReadings(policy, { ...asked, host }, ["x-amz-copy-source", value]);
  const own = host.startsWith("my.") ? "my.dst" : "dst";
  for (const value of [`/${own}/a/b`, `${own}/a/b?versionId=1`])
    expect(copy(value)).toMatchObject({ allowed: true });
  for (const value of [
    "other/a/b",
    "/other/a/b",
    `${own}%2Fa`,
    "arn:aws:s3:eu-west-1:1:accesspoint/x/object/a",
    "/",
    "",
  ])
    expect(copy(value)).toMatchObject({ allowed: false });
});

test("if a header occurs several times, each value is checked, and the denial names the header", async () => {
  const headers = ["x-original-url", "/y", "X-Original-URL", "/y/z"];
  const denied = (await decide(headers))("a.test");
  expect(denied.explanation).toMatch(/^header x-original-url: .* matches only one path segment/);
});

test.each([
  ["a path that the pattern covers", "/y", true],
  ["a path that is relative to the request's folder", "y", true],
  ["an absolute URL", "HTTP://A.test/deep/y", true],
  ["an absolute URL with another path", "https://a.test/out/y", false],
  ["a URL without a scheme", "//a.test/deep/y", true],
  ["a path that the pattern does not cover", "/out/y", false],
  ["a path that leaves the request's folder", "../out/y", false],
  ["an encoded path that leaves the request's folder", "/deep/%2e%2e/out/y", false],
  ["a URL of another allowed host", "https://b.test/deep/y", true],
  ["a URL of a host that is not allowed", "https://c.test/deep/y", false],
  ["a URL of a host that is not allowed, without a scheme", "//c.test/deep/y", false],
  ["a URL with another port", "https://a.test:8443/deep/y", false],
  ["a URL with another scheme", "ftp://a.test/deep/y", false],
  ["a URL with a user", "https://u:p@a.test/deep/y", false],
])("the destination of a MOVE request is checked if it is %s", async (_what, value, allowed) => {
  const allowUrls = ["https://a.test/*", "https://a.test/deep/**"].map((text) => ({
    id: "",
    text,
  }));
  const allowDomains = [{ id: "", text: "b.test" }];
  const { policy } = await compilePolicy({ allowUrls, allowDomains, sslBump: true });
  if (!policy) throw new Error("no policy");
  const move = { ...asked, method: "MOVE", target: "/deep/x" };
  const decision = decideReadings(policy, move, ["Destination", value]);
  expect(decision.allowed).toBe(allowed);
});

test("a relative destination is resolved from the request's folder and from the root", async () => {
  const decideFor = async (text: string) => {
    const { policy } = await compilePolicy({ allowUrls: [{ id: "", text }], sslBump: true });
    if (!policy) throw new Error("no policy");
    return decideReadings(policy, { ...asked, target: "/deep/x" }, ["Destination", "deep/y"]);
  };
  expect((await decideFor("https://a.test/deep/**")).allowed).toBe(true);
  expect((await decideFor("https://a.test/deep/*")).allowed).toBe(false);
});

test("more headers than any client needs are refused without checking each header", () => {
  let asks = 0;
  const decideRequest = () => {
    asks += 1;
    return { allowed: true, explanation: "", rule: { id: "", text: "" } } as const;
  };
  const headers = Array.from({ length: 2000 }, () => ["X-Original-URL", "/x"]).flat();
  const denied = decideReadings({ decideRequest }, asked, headers);
  expect(denied).toMatchObject({ allowed: false, reason: "ambiguous" });
  expect(asks).toBeLessThan(20);
});
