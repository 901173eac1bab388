import { expect, test } from "vitest";
import { compilePolicy } from "../../../src/firewall/rules/compile-policy.ts";
import { optionsOf, policyOf, problemsOf } from "./compile.ts";

test.each([
  ["", " is empty"],
  ["*", "* covers every host"],
  ["*.*", "*.* covers every host"],
  ["com", "com is too broad: com is a top-level domain, under which anyone can register a name"],
  [
    "*.com",
    "*.com is too broad: com is a top-level domain, under which anyone can register a name",
  ],
  ["co.uk", "co.uk is too broad: co.uk is a public suffix, under which anyone can register a name"],
  [
    "*.co.uk",
    "*.co.uk is too broad: co.uk is a public suffix, under which anyone can register a name",
  ],
  [
    "https://*.kobe.jp",
    "https://*.kobe.jp is too broad: kobe.jp is a public suffix, under which anyone can register a name",
  ],
  [
    "kobe.jp",
    "kobe.jp is too broad: kobe.jp is a public suffix, under which anyone can register a name",
  ],
  ["*.a*.com", "*.a*.com is too broad: anyone can register a name that it covers"],
  ["api*.com", "api*.com is too broad: anyone can register a name that it covers"],
  ["*a.co.uk", "*a.co.uk is too broad: anyone can register a name that it covers"],
  [
    "*.internal",
    "*.internal is too broad: internal is a top-level domain, under which anyone can register a name",
  ],
  ["x.*", "x.* has a wildcard in its last label"],
  ["10.0.*.1", "10.0.*.1 has a wildcard in an address"],
  ["**.a.test", "**.a.test has ** in its host; a leading *. matches any number of labels"],
  ["*bü.test", "*bü.test has a wildcard next to letters that are not ASCII"],
  [
    ".a.test",
    ".a.test begins with a dot; remove the dot, because a domain includes its subdomains → a.test",
  ],
  ["a..test", "a..test has an empty label: consecutive dots or a leading dot"],
  ["a.test..", "a.test.. has an empty label: consecutive dots or a leading dot"],
  ["a.test:", "a.test: has an empty port → a.test"],
  ["a.test:0", 'a.test:0 has the invalid port "0" (use 1 to 65535) → a.test'],
  ["a.test:65536", 'a.test:65536 has the invalid port "65536" (use 1 to 65535) → a.test'],
  ["a.test:080", 'a.test:080 has the invalid port "080" (use 1 to 65535) → a.test'],
  ["https://a.test/", "https://a.test/ has a slash after its domain → https://a.test"],
  ["a.test/x", "a.test/x has a path; use --allow-urls → --allow-urls https://a.test/x"],
  ["a.test?x", "a.test?x is not a domain: it contains #, ? or \\"],
  ["a.test\\b", "a.test\\b is not a domain: it contains #, ? or \\"],
  ["u@a.test", "u@a.test has user information → a.test"],
  ["htps://a.test", "htps://a.test begins with htps:// → https://a.test"],
  ["ftp://a.test", "ftp://a.test begins with ftp:// → https://a.test"],
  [
    " a.test",
    " a.test contains a space or an invisible character; separate list entries only by commas → a.test",
  ],
  [
    "a\u200b.test",
    "a​.test contains a space or an invisible character; separate list entries only by commas",
  ],
  ["a!.test", 'a!.test has the invalid label "a!" in its host'],
  [
    "-a.test",
    '-a.test has the label "-a" in its host, but a label cannot begin or end with a hyphen',
  ],
  [
    "a-.test",
    'a-.test has the label "a-" in its host, but a label cannot begin or end with a hyphen',
  ],
  [
    "a.test-",
    'a.test- has the label "test-" in its host, but a label cannot begin or end with a hyphen',
  ],
  [
    "*.-a.test",
    '*.-a.test has the label "-a" in its host, but a label cannot begin or end with a hyphen',
  ],
  [
    "-*.a.test",
    '-*.a.test has the label "-*" in its host, but a label cannot begin or end with a hyphen',
  ],
  [
    "a.-b-.test:443",
    'a.-b-.test:443 has the label "-b-" in its host, but a label cannot begin or end with a hyphen',
  ],
  ["xn--.test", 'xn--.test has the invalid label "xn--" in its host'],
  ["a\\b.test", "a\\b.test is not a domain: it contains #, ? or \\"],
  ["a%2fb.test", 'a%2fb.test has the invalid label "a%2fb" in its host'],
  ["xn--a.test", 'xn--a.test has the invalid label "xn--a" in its host'],
  ["127.1", "127.1 is another spelling of 127.0.0.1 → 127.0.0.1"],
  ["0x7f.1", "0x7f.1 is another spelling of 127.0.0.1 → 127.0.0.1"],
  ["2130706433", "2130706433 is another spelling of 127.0.0.1 → 127.0.0.1"],
  ["0177.0.0.1", "0177.0.0.1 is another spelling of 127.0.0.1 → 127.0.0.1"],
  ["1.2.3.999", "1.2.3.999 ends in a number but is not an address"],
  ["::1", "::1 has more than one colon; write an IPv6 address in brackets → [::1]"],
  ["[0:0::1]", "[0:0::1] is another spelling of [::1] → [::1]"],
  ["[::ffff:127.0.0.1]", "[::ffff:127.0.0.1] is another spelling of 127.0.0.1 → 127.0.0.1"],
  ["[::1", "[::1 has no host"],
  [`${"a".repeat(64)}.test`, `${"a".repeat(64)}.test has a label longer than 63 characters`],
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
    "http://a.test/x begins with http://; patterns are for HTTPS only → https://a.test/x",
  ],
  ["HTTPS://a.test/x", "HTTPS://a.test/x begins with HTTPS:// → https://a.test/x"],
  ["htps://a.test/x", "htps://a.test/x begins with htps:// → https://a.test/x"],
  [
    "https://a.test",
    "https://a.test has no path; use --allow-domains for complete domains → --allow-domains a.test",
  ],
  ["https://a.test?x", "https://a.test?x has a query without a path before it → https://a.test/?x"],
  ["https://*", "https://* covers every host"],
  ["https://*/*", "https://*/* covers every host"],
  [
    "https://*.com/a",
    "https://*.com/a is too broad: com is a top-level domain, under which anyone can register a name",
  ],
  ["https:///x", "https:///x has no host"],
  [
    "https://-a.test/x",
    'https://-a.test/x has the label "-a" in its host, but a label cannot begin or end with a hyphen',
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
    "https://a.test/a b contains a space or an invisible character; separate list entries only by commas",
  ],
  ["https://a.test/***", "https://a.test/*** has three consecutive stars → https://a.test/**"],
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
    "https://a.test/%61?%61 has %61 in its path, an escape for a → https://a.test/a?%61",
  ],
  [
    "https://a.test/a//b",
    "https://a.test/a//b has two consecutive slashes in its path, which some servers read as one → https://a.test/a/b",
  ],
  [
    "https://a.test/%zz",
    "https://a.test/%zz has an invalid escape: write % as %25 → https://a.test/%25zz",
  ],
  ["https://a.test/%ff", "https://a.test/%ff has an escape in its path that is not valid UTF-8"],
  ["https://a.test/\ud800", "https://a.test/\ud800 contains an incomplete character"],
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
])("the domain %j is accepted as a rule", async (text) => {
  expect(await problemsOf({ domains: [text] })).toEqual([]);
});

test("a block list can contain public suffixes, because it only removes access", async () => {
  expect(await problemsOf({ blocked: ["com", "*.co.uk"] })).toEqual([]);
  expect(await problemsOf({ blocked: ["*"] })).toEqual(["* covers every host"]);
  expect(await problemsOf({ blocked: ["a-.test"] })).toEqual([
    'a-.test has the label "a-" in its host, but a label cannot begin or end with a hyphen',
  ]);
});

test("the problems of all rules are reported at once, with their positions", async () => {
  const texts = { domains: ["ok.test", "a..test"], blocked: [""], urls: ["https://*"] };
  const { problems = [] } = await compilePolicy(optionsOf(texts));
  expect(problems.map(({ id }) => id)).toEqual([
    "--allow-domains 2",
    "--block-domains 1",
    "--allow-urls 1",
  ]);
});

test("URL patterns and --strict-urls require --ssl-bump, which is reported once", async () => {
  const urls = ["https://a.test/x", "https://a.test/y"];
  expect(await problemsOf({ urls, isStrict: true, isIntercepting: false })).toEqual([
    "https://a.test/x requires --ssl-bump: otherwise URLs are not visible → --ssl-bump",
    "--strict-urls requires --ssl-bump: otherwise URLs are not visible → --ssl-bump",
  ]);
});

test("a rule's methods must be method names, and at least one method is required", async () => {
  const rule = (methods: string[]) => ({ urls: [{ text: "https://a.test/x", methods }] });
  expect(await problemsOf(rule([]))).toEqual([
    "https://a.test/x has an empty list of methods, so it would not cover any request",
  ]);
  expect(await problemsOf(rule(["GET", "G T"]))).toEqual([
    'https://a.test/x has the invalid method "G T"',
  ]);
});

test("a policy lists the ports in rules, except 80 and 443", async () => {
  const policy = await policyOf({
    domains: ["a.test:9000", "a.test:443", "b.test"],
    urls: ["https://c.test:8443/x"],
  });
  expect(policy.ports).toEqual([8443, 9000]);
});
