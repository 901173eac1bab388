import { beforeAll, describe, expect, test } from "vitest";
import type { Policy } from "../../../src/firewall/rules/policy.ts";
import { ask, policyOf } from "./compile.ts";

let policy: Policy;
beforeAll(async () => {
  // The first two also cover every path, but by comparing it.
  const urls = ["https://a.test/*", "https://a.test/*/**", "https://any.test/**"];
  policy = await policyOf({ domains: ["whole.test"], urls });
});

/** Targets that leave their directory, or cannot be sent: denied by any rules. */
const refused = [
  ["/a/../b", "dot segment"],
  ["/a/./b", "dot segment"],
  ["/..", "dot segment"],
  ["/a/%2e%2e/b", "dot segment"],
  ["/a/.%2E/b", "dot segment"],
  ["/a/%252e%252e/b", "dot segment"],
  ["/a/%25252e%2e/b", "dot segment"],
  ["/a/..;/b", "dot segment"],
  ["/a/.;x=1/b", "dot segment"],
  ["/a/..%3bx/b", "dot segment"],
  ["/a%2f..%2fb", "dot segment"],
  ["/a%5c..%5cb", "dot segment"],
  ["/a%252f..%252fb", "dot segment"],
  ["/a\\..\\b", "backslash"],
  ["/a\\b", "backslash"],
  ["/a%00b", "control character"],
  ["/a%0d%0ab", "control character"],
  ["/a%2500", "control character"],
  ["/a%7f", "control character"],
  ["/a%", "the request has an invalid escape: % without two hexadecimal digits"],
  ["/a%2", "the request has an invalid escape: % without two hexadecimal digits"],
  ["/a%zz", "the request has an invalid escape: % without two hexadecimal digits"],
  ["/a%u002e", "the request has an invalid escape: % without two hexadecimal digits"],
  ["/a?%", "the request has an invalid escape: % without two hexadecimal digits"],
  ["/a b", "0x20"],
  ["/a\tb", "0x09"],
  ["/a\0b", "0x00"],
  ["/a\r\nHost: b", "0x0d"],
  ["/a\x7f", "0x7f"],
  ["/caf\xe9", "0xe9"],
  ["/a?\xc3\xa9", "0xc3"],
  ["/a#b", "fragment"],
  ["/a?b#c", "fragment"],
  ["//evil.test/a", "the request begins with two slashes, which some servers read as another host"],
  ["///a", "the request begins with two slashes, which some servers read as another host"],
  ["", "the request is not a path: it does not begin with a slash"],
  ["a", "the request is not a path: it does not begin with a slash"],
  ["?a", "the request is not a path: it does not begin with a slash"],
  ["https://a.test/a", "the request is not a path: it does not begin with a slash"],
] as const;

/** Targets that some servers read as another path: denied if paths are compared. */
const doubtful = [
  ["/a%2fb", "%2F"],
  ["/a%2Fb", "%2F"],
  ["/a%5cb", "%5C"],
  ["/a%3fb", "%3F"],
  ["/a%23b", "%23"],
  ["/a%3Bb", "%3B"],
  ["/a%252fb", "%252"],
  ["/a%25%32%66b", "%32"],
  [
    "/%61",
    "the request has %61 in its path, an escape for a, so only a rule for the complete host can allow it",
  ],
  [
    "/a%2D",
    "the request has %2D in its path, an escape for -, so only a rule for the complete host can allow it",
  ],
  [
    "/a%7e",
    "the request has %7E in its path, an escape for ~, so only a rule for the complete host can allow it",
  ],
  [
    "/a//b",
    "the request has two consecutive slashes in its path, which some servers read as one, so only a rule for the complete host can allow it",
  ],
  ["/a/", undefined],
  [
    "/a/;x/b",
    "the request has two consecutive slashes in its path, which some servers read as one, so only a rule for the complete host can allow it",
  ],
  [
    "/%c0%ae%c0%ae/",
    "the request has an escape in its path that is not valid UTF-8, so only a rule for the complete host can allow it",
  ],
  [
    "/%e0%80%af",
    "the request has an escape in its path that is not valid UTF-8, so only a rule for the complete host can allow it",
  ],
  [
    "/%ff",
    "the request has an escape in its path that is not valid UTF-8, so only a rule for the complete host can allow it",
  ],
  [
    "/%ed%a0%80",
    "the request has an escape in its path that is not valid UTF-8, so only a rule for the complete host can allow it",
  ],
  [
    "/%ef%bc%8e%ef%bc%8e/a",
    "the request has a letter in its path that some servers read as a dot or a separator, so only a rule for the complete host can allow it",
  ],
  [
    "/%ef%bc%8fa",
    "the request has a letter in its path that some servers read as a dot or a separator, so only a rule for the complete host can allow it",
  ],
  [
    "/%e2%80%a5/a",
    "the request has a letter in its path that some servers read as a dot or a separator, so only a rule for the complete host can allow it",
  ],
] as const;

test.each(refused)("%j is refused for every host: %s", (target, explanation) => {
  for (const host of ["a.test", "any.test", "whole.test"]) {
    const decision = ask(policy, `https://${host}`, target);
    expect(decision).toMatchObject({ allowed: false, reason: "ambiguous" });
    expect(decision.explanation).toContain(explanation);
  }
});

test.each(doubtful)("%j is refused if a pattern restricts its path: %s", (target, explanation) => {
  const decision = ask(policy, "https://a.test", target);
  expect(decision.allowed).toBe(explanation === undefined);
  expect(decision.explanation).toContain(explanation ?? "https://a.test/*/** covers the request");
  expect(ask(policy, "https://any.test", target).allowed).toBe(true);
  expect(ask(policy, "https://whole.test", target).allowed).toBe(true);
});

describe("an unambiguous target is allowed", () => {
  test.each([
    "/",
    "/a/",
    "/a.b/..c/...",
    "/a%20b",
    "/caf%c3%a9",
    "/%F0%9F%98%80",
    "/a%25",
    "/100%25-x",
    "/@scope/name",
    "/%40scope",
    "/a;x=1/b",
    "/a:b!$&'()*+,=~_-",
    '/a"<>[]^`{|}',
    "/a?b=../..&c=%2f%00%61&d=\\&e=//",
    "/a??",
  ])("%s", (target) => {
    expect(ask(policy, "https://a.test", target)).toMatchObject({ allowed: true });
  });
});

test("a path with parameters must also be covered as read by servers that drop parameters", async () => {
  const narrow = await policyOf({
    urls: ["https://a.test/x/*-public", "https://a.test/y/*", "https://a.test/z;v=*/w"],
  });
  expect(ask(narrow, "https://a.test", "/x/secret;-public").allowed).toBe(false);
  expect(ask(narrow, "https://a.test", "/x/a-public").allowed).toBe(true);
  expect(ask(narrow, "https://a.test", "/y/a;b=c").allowed).toBe(true);
  expect(ask(narrow, "https://a.test", "/z;v=1/w").allowed).toBe(true);
});

test("unescaped and escaped invalid URL characters are equal, in patterns and requests", async () => {
  const odd = await policyOf({ urls: ["https://a.test/{x}?q='y'", "https://a.test/%5Bz%5d"] });
  expect(ask(odd, "https://a.test", "/%7bx%7D?q=%27y%27").allowed).toBe(true);
  expect(ask(odd, "https://a.test", "/{x}?q='y'").allowed).toBe(true);
  expect(ask(odd, "https://a.test", "/[z]").allowed).toBe(true);
});
