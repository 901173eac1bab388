import { beforeAll, describe, expect, test } from "vitest";
import { answerDomain, answerUrl } from "../../../src/firewall/rules/answer-question.ts";
import type { Policy } from "../../../src/firewall/rules/policy.ts";
import { policyOf } from "./compile.ts";

let policy: Policy;
beforeAll(async () => {
  policy = await policyOf({
    domains: ["whole.test", "b.test:8443", "[::1]"],
    urls: ["https://a.test/x/*"],
  });
});

describe("a URL", () => {
  test.each([
    "https://a.test/x/1",
    "HTTPS://A.test:443/x/1?q",
    "wss://a.test/x/socket",
    "http://whole.test",
    "ws://whole.test:80/",
    "https://whole.test?q",
    "https://b.test:8443/",
    "https://[::1]/",
  ])("%s is allowed", (url) => {
    expect(answerUrl(policy, url).decision).toMatchObject({ allowed: true });
  });

  test.each([
    ["", "it is not a URL: it does not begin with https://"],
    ["a.test/x/1", "it is not a URL: it does not begin with https://"],
    ["mailto:a@a.test", "it is not a URL: it does not begin with https://"],
    ["ftp://a.test/x/1", "it is not an HTTP URL: it begins with ftp://"],
    ["https://", "it has no host"],
    ["https:///x/1", "it has no host"],
    ["https://u:p@a.test/x/1", "it has user information"],
    ["https://a.test\\@whole.test/", "it has user information"],
    ["https://a.test:/x/1", "it has an empty port"],
    ["https://a.test:99999/x/1", 'it has the invalid port "99999" (use 1 to 65535)'],
    ["https://a.test/x/1#top", "the request has a fragment, which is never sent"],
    ["https://a.test/x/a b", "the request contains the raw byte 0x20"],
    ["https://a.test/x/é", "the request contains the raw byte 0xc3"],
    ["https://a.test/x/../y", "the request has a dot segment in its path"],
    ["https://127.1/", "the request's address is another spelling of 127.0.0.1"],
    [
      "http://a.test/x/1",
      "plain HTTP to a.test is denied, because the pattern https://a.test/x/* requires HTTPS",
    ],
  ])("%j is refused: %s", (url, explanation) => {
    expect(answerUrl(policy, url).decision).toMatchObject({ allowed: false, explanation });
  });
});

test.each([
  ["whole.test", true],
  ["whole.test:80", true],
  ["whole.test:8080", false],
  ["b.test:8443", true],
  ["http://whole.test", true],
  ["a.test", true],
  ["a.test:80", false],
  ["::1", false],
  ["[::1]", true],
  ["whole.test/x", false],
  ["ftp://whole.test", false],
  ["", false],
])("a question about the domain %j has the result %s", (domain, allowed) => {
  expect(answerDomain(policy, domain).decision).toMatchObject({ allowed });
});

test("a question about port 22 is about SSH, which no rule allows; with a scheme, the rules decide", async () => {
  const allowing = await policyOf({ domains: ["git.test:22"] });
  const { decision } = answerDomain(allowing, "git.test:22");
  expect(decision).toMatchObject({ allowed: false, reason: "not-understood" });
  expect(decision.explanation).toMatch(/SSH .* for Git, use https:\/\/ URLs/);
  expect(answerDomain(allowing, "https://git.test:22").decision).toMatchObject({ allowed: true });
});
