import { expect, test } from "vitest";
import { proveClaims } from "../../../src/firewall/rules/prove-claims.ts";
import { compiledOf, writtenClaim } from "./compile.ts";

async function prove(never: string, ...except: string[]) {
  return proveClaims([writtenClaim(never, except)], [await compiledOf({ domains: ["a.test"] })]);
}

async function problemsOf(never: string, ...except: string[]): Promise<string[]> {
  const { problems } = await prove(never, ...except);
  return problems.map(
    ({ id, text, problem, suggestion }) =>
      `${id}: ${text} ${problem}${suggestion === undefined ? "" : ` → ${suggestion}`}`,
  );
}

test.each([
  ["POST", "names methods, but no URL → POST *"],
  ["GET,HEAD", "names methods, but no URL → GET,HEAD *"],
  ["PO ST https://a.test/**", 'has the invalid method "PO ST"'],
  ["G3T a.test", 'has the invalid method "G3T"'],
  [
    "POST https://a.test/b?x=*",
    "has a query, but a claim covers every query → POST https://a.test/b",
  ],
  ["POST ftp://a.test/b", "begins with ftp:// → POST https://a.test/b"],
  ["a.test/b", "does not begin with https:// → https://a.test/b"],
  ["http://*:x/b", 'has the invalid port "x" (use 1 to 65535) → http://*/b'],
  [
    "http://*/a//b",
    "has two consecutive slashes in its path, which some servers read as one → http://*/a/b",
  ],
  ["https://**/a", "covers every host"],
  ["", "is empty"],
])("the claim %j is rejected", async (text, problem) => {
  expect(await problemsOf(text)).toEqual([`--never 1: ${text} ${problem}`]);
});

test("an invalid exception is reported with its option", async () => {
  expect(await problemsOf("a.test", "b.test", "c.test/d")).toEqual([
    "--except 2: c.test/d does not begin with https:// → https://c.test/d",
  ]);
});

test.each([
  ["POST https://a.test/b", "https://a.test/**"],
  ["POST https://a.test/b", "GET https://a.test/**", "POST a.test"],
  ["http://a.test/**", "http://*/**"],
  ["*", "https://*/**", "http://*/**", "https://x/**"],
  ["a.test", "a.test"],
  ["https://a.test:8443/**", "https://*.test:8443/**"],
])("a claim that is excepted completely is rejected: %s", async (never, ...except) => {
  const problem = "has exceptions that cover all of it, except on other ports";
  expect(await problemsOf(never, ...except)).toEqual([`--never 1: ${never} ${problem}`]);
});

test.each([
  ["https://a.test/**", "http://a.test"],
  ["*", "https://x/**", "https://xx/**", "http://*/**"],
  ["*", "https://*/**"],
  ["localhost", "http://localhost", "https://localhost"],
  ["https://a.test/**", "GET https://a.test/**"],
])("a claim that is excepted partly is proved: %s", async (never, ...except) => {
  expect(await problemsOf(never, ...except)).toEqual([]);
});

test("a claim about several policies holds only if it holds for each", async () => {
  const policies = [await compiledOf({}), await compiledOf({ domains: ["a.test"] })];
  const kinds = [policies, policies.slice(0, 1), policies.toReversed()].map((rules) =>
    proveClaims([writtenClaim("a.test", [])], rules).proven.map(({ verdict }) => verdict.kind),
  );
  expect(kinds).toEqual([["broken"], ["holds"], ["broken"]]);
});

test.each([
  ["https", { domains: ["a.test"] }, "connection"],
  ["https", { domains: ["a.test"], isIntercepting: true }, "domain"],
  ["https", { urls: ["https://a.test/**"] }, "pattern"],
  ["http", { domains: ["a.test"], urls: ["https://b.test/**"] }, "domain"],
])("a request over %s is attributed to what allows it: %j", async (scheme, texts, allowedBy) => {
  const { proven } = proveClaims(
    [writtenClaim(`${scheme}://a.test/**`, [])],
    [await compiledOf(texts)],
  );
  expect(proven).toMatchObject([{ verdict: { kind: "broken", allowedBy } }]);
});
