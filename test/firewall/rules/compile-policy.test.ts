import { expect, test } from "vitest";
import { compilePolicy } from "../../../src/firewall/rules/compile-policy.ts";
import { optionsOf, policyOf, problemsOf } from "./compile.ts";

test.each([
  ["", " is empty"],
  ["*", "* stands for every host"],
  ["*.*", "*.* stands for every host"],
  [
    "com",
    "com is too broad: com is a whole top-level domain, under which anybody can register a name",
  ],
  [
    "*.com",
    "*.com is too broad: com is a whole top-level domain, under which anybody can register a name",
  ],
  [
    "co.uk",
    "co.uk is too broad: co.uk is a whole public suffix, under which anybody can register a name",
  ],
  [
    "*.co.uk",
    "*.co.uk is too broad: co.uk is a whole public suffix, under which anybody can register a name",
  ],
  [
    "https://*.kobe.jp",
    "https://*.kobe.jp is too broad: kobe.jp is a whole public suffix, under which anybody can register a name",
  ],
  [
    "kobe.jp",
    "kobe.jp is too broad: kobe.jp is a whole public suffix, under which anybody can register a name",
  ],
  ["*.a*.com", "*.a*.com is too broad: anybody can register a name that it covers"],
  ["api*.com", "api*.com is too broad: anybody can register a name that it covers"],
  ["*a.co.uk", "*a.co.uk is too broad: anybody can register a name that it covers"],
  [
    "*.internal",
    "*.internal is too broad: internal is a whole top-level domain, under which anybody can register a name",
  ],
  ["x.*", "x.* has a wildcard in its last label"],
  ["10.0.*.1", "10.0.*.1 has a wildcard in an address"],
  ["**.a.test", "**.a.test has ** in its host; a leading *. stands for any labels"],
  ["*bü.test", "*bü.test has a wildcard beside letters that are not ASCII"],
  [".a.test", ".a.test begins with a dot; a domain covers its subdomains without one → a.test"],
  ["a..test", "a..test has an empty label: two dots, or one at the start"],
  ["a.test..", "a.test.. has an empty label: two dots, or one at the start"],
  ["a.test:", "a.test: has an empty port → a.test"],
  ["a.test:0", 'a.test:0 has "0" as its port, a number from 1 to 65535 → a.test'],
  ["a.test:65536", 'a.test:65536 has "65536" as its port, a number from 1 to 65535 → a.test'],
  ["a.test:080", 'a.test:080 has "080" as its port, a number from 1 to 65535 → a.test'],
  ["https://a.test/", "https://a.test/ has a slash behind its domain → https://a.test"],
  ["a.test/x", "a.test/x has a path; --allow-urls takes it → --allow-urls https://a.test/x"],
  ["a.test?x", "a.test?x is no domain: it has one of # ? \\"],
  ["a.test\\b", "a.test\\b is no domain: it has one of # ? \\"],
  ["u@a.test", "u@a.test has user information → a.test"],
  ["htps://a.test", "htps://a.test begins with htps:// → https://a.test"],
  ["ftp://a.test", "ftp://a.test begins with ftp:// → https://a.test"],
  [
    " a.test",
    " a.test has a space or an invisible character; a list is parted by commas alone → a.test",
  ],
  [
    "a\u200b.test",
    "a\u200b.test has a space or an invisible character; a list is parted by commas alone",
  ],
  ["a!.test", 'a!.test has "a!" in its host, which no name can hold'],
  ["-a.test", '-a.test has "-a" in its host, which begins or ends with a hyphen'],
  ["a-.test", 'a-.test has "a-" in its host, which begins or ends with a hyphen'],
  ["a.test-", 'a.test- has "test-" in its host, which begins or ends with a hyphen'],
  ["*.-a.test", '*.-a.test has "-a" in its host, which begins or ends with a hyphen'],
  ["-*.a.test", '-*.a.test has "-*" in its host, which begins or ends with a hyphen'],
  ["a.-b-.test:443", 'a.-b-.test:443 has "-b-" in its host, which begins or ends with a hyphen'],
  ["xn--.test", 'xn--.test has "xn--" in its host, which no name can hold'],
  ["a\\b.test", "a\\b.test is no domain: it has one of # ? \\"],
  ["a%2fb.test", 'a%2fb.test has "a%2fb" in its host, which no name can hold'],
  ["xn--a.test", 'xn--a.test has "xn--a" in its host, which no name can hold'],
  ["127.1", "127.1 is another spelling of 127.0.0.1 → 127.0.0.1"],
  ["0x7f.1", "0x7f.1 is another spelling of 127.0.0.1 → 127.0.0.1"],
  ["2130706433", "2130706433 is another spelling of 127.0.0.1 → 127.0.0.1"],
  ["0177.0.0.1", "0177.0.0.1 is another spelling of 127.0.0.1 → 127.0.0.1"],
  ["1.2.3.999", "1.2.3.999 ends in a number and is no address"],
  ["::1", "::1 has more than one colon; an IPv6 address stands in brackets → [::1]"],
  ["[0:0::1]", "[0:0::1] is another spelling of [::1] → [::1]"],
  ["[::ffff:127.0.0.1]", "[::ffff:127.0.0.1] is another spelling of 127.0.0.1 → 127.0.0.1"],
  ["[::1", "[::1 has no host"],
  [`${"a".repeat(64)}.test`, `${"a".repeat(64)}.test has a label of more than 63 characters`],
])("the domain %j is refused", async (text, problem) => {
  expect(await problemsOf({ domains: [text] })).toEqual([problem]);
});

test.each([
  ["", " is empty"],
  ["a.test/x", "a.test/x does not begin with https:// → https://a.test/x"],
  ["a.test", "a.test does not begin with https:// → https://a.test/**"],
  ["https:/a.test/x", "https:/a.test/x does not begin with https:// → https://a.test/x"],
  [
    "http://a.test/x",
    "http://a.test/x begins with http://; a pattern is for HTTPS alone → https://a.test/x",
  ],
  ["HTTPS://a.test/x", "HTTPS://a.test/x begins with HTTPS:// → https://a.test/x"],
  ["htps://a.test/x", "htps://a.test/x begins with htps:// → https://a.test/x"],
  [
    "https://a.test",
    "https://a.test names no path; --allow-domains takes whole domains → --allow-domains a.test",
  ],
  ["https://a.test?x", "https://a.test?x has a query and no path before it → https://a.test/?x"],
  ["https://*", "https://* stands for every host"],
  ["https://*/*", "https://*/* stands for every host"],
  [
    "https://*.com/a",
    "https://*.com/a is too broad: com is a whole top-level domain, under which anybody can register a name",
  ],
  ["https:///x", "https:///x has no host"],
  [
    "https://-a.test/x",
    'https://-a.test/x has "-a" in its host, which begins or ends with a hyphen',
  ],
  ["https://a.test:/x", "https://a.test:/x has an empty port → https://a.test/x"],
  ["https://u:p@a.test/x", "https://u:p@a.test/x has user information → https://a.test/x"],
  ["https://127.1/x", "https://127.1/x is another spelling of 127.0.0.1 → https://127.0.0.1/x"],
  [
    "https://a.test/x#y",
    "https://a.test/x#y has a fragment, which is never sent → https://a.test/x",
  ],
  ["https://a.test\\x", "https://a.test\\x has a backslash → https://a.test/x"],
  [
    "https://a.test/a b",
    "https://a.test/a b has a space or an invisible character; a list is parted by commas alone",
  ],
  ["https://a.test/***", "https://a.test/*** has three stars in a row → https://a.test/**"],
  [
    "https://a.test/a/../b",
    "https://a.test/a/../b has a dot segment in its path → https://a.test/b",
  ],
  [
    "https://a.test/%2E%2e/b",
    "https://a.test/%2E%2e/b has a dot segment in its path → https://a.test/b",
  ],
  ["https://a.test/a%2fb", "https://a.test/a%2fb has the encoded separator %2F in its path"],
  [
    "https://a.test/%61?%61",
    "https://a.test/%61?%61 has %61 in its path, another spelling of a → https://a.test/a?%61",
  ],
  [
    "https://a.test/a//b",
    "https://a.test/a//b has two slashes in a row in its path, which some read as one → https://a.test/a/b",
  ],
  [
    "https://a.test/%zz",
    "https://a.test/%zz has a broken escape: % is written %25 → https://a.test/%25zz",
  ],
  ["https://a.test/%ff", "https://a.test/%ff has an escape in its path that is no UTF-8"],
  ["https://a.test/\ud800", "https://a.test/\ud800 has half a letter in it"],
])("the pattern %j is refused", async (text, problem) => {
  expect(await problemsOf({ urls: [text] })).toEqual([problem]);
});

test.each([
  "a.test",
  "A.TEST.",
  "*.a.test",
  "api-*.example.com",
  "bücher.example",
  "xn--bcher-kva.example",
  "a--b.example.com",
  "a_b.example.com",
  "example.co.uk",
  "*.example.co.uk",
  "intranet",
  "github.io",
  "*.s3.amazonaws.com",
  "127.0.0.1",
  "[::1]:8443",
  "http://a.test:8080",
  "https://a.test",
])("the domain %j is a rule", async (text) => {
  expect(await problemsOf({ domains: [text] })).toEqual([]);
});

test("a block list may hold whole suffixes: it only takes away", async () => {
  expect(await problemsOf({ blocked: ["com", "*.co.uk"] })).toEqual([]);
  expect(await problemsOf({ blocked: ["*"] })).toEqual(["* covers every host"]);
  expect(await problemsOf({ blocked: ["a-.test"] })).toEqual([
    'a-.test has the label "a-" in its host, which begins or ends with a hyphen',
  ]);
});

test("the problems of all rules are told at once, with their places", async () => {
  const texts = { domains: ["ok.test", "a..test"], blocked: [""], urls: ["https://*"] };
  const { problems = [] } = await compilePolicy(optionsOf(texts));
  expect(problems.map(({ id }) => id)).toEqual([
    "--allow-domains 2",
    "--block-domains 1",
    "--allow-urls 1",
  ]);
});

test("URL patterns and --strict-urls need --ssl-bump, which is said once", async () => {
  const urls = ["https://a.test/x", "https://a.test/y"];
  expect(await problemsOf({ urls, isStrict: true, isIntercepting: false })).toEqual([
    "https://a.test/x requires --ssl-bump: otherwise URLs are not visible → --ssl-bump",
    "--strict-urls requires --ssl-bump: otherwise URLs are not visible → --ssl-bump",
  ]);
});

test("methods of a rule are names, and at least one", async () => {
  const rule = (methods: string[]) => ({ urls: [{ text: "https://a.test/x", methods }] });
  expect(await problemsOf(rule([]))).toEqual([
    "https://a.test/x has an empty list of methods, so it would not cover any request",
  ]);
  expect(await problemsOf(rule(["GET", "G T"]))).toEqual([
    'https://a.test/x has the invalid method "G T"',
  ]);
});

test("a policy knows the ports that rules name besides 80 and 443", async () => {
  const policy = await policyOf({
    domains: ["a.test:9000", "a.test:443", "b.test"],
    urls: ["https://c.test:8443/x"],
  });
  expect(policy.ports).toEqual([8443, 9000]);
});
