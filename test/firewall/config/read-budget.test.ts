import { expect, test } from "vitest";
import { configSchema } from "../../../src/firewall/config/config-schema.ts";
import { readConfig } from "../../../src/firewall/config/read-config.ts";
import { readCommandLine } from "../../../src/firewall/config/read-command-line.ts";
import { readSettings } from "../../../src/firewall/config/read-settings.ts";
import { describeBudget, formatAmount } from "../../../src/firewall/rules/budget-rule.ts";

function read(file: string, ...options: readonly string[]) {
  const config = readConfig(file, "r.yml");
  const line = readCommandLine(options.length > 0 ? { budget: options } : {});
  const { settings, problems } = readSettings([...config.written, ...line]);
  const all = [...config.problems, ...problems];
  return {
    budget: settings.budget,
    rules: config.budgetRules ?? [],
    problems: all.map(({ id, text, problem }) => `${id}: ${text} ${problem}`),
  };
}

test("a budget in a file and one on the command line have the same units", () => {
  const limits = { requests: 500, upload: 50 * 1024 ** 2, tokens: 2_000_000, minutes: 1.5 };
  const file = "budget: { requests: 500, upload: 50MB, tokens: 2M, minutes: 1.5 }";
  expect(read(file)).toMatchObject({ budget: { limits }, problems: [] });
  const options = ["requests=500,upload=50MiB", "tokens=2m,minutes=1.5"];
  expect(read("", ...options)).toMatchObject({ budget: { limits }, problems: [] });
});

test("the smaller limit of several sources takes effect, and zero is a limit", () => {
  const file = "budget: { requests: 5, upload: 1kB }";
  expect(read(file, "requests=9,upload=0").budget?.limits).toEqual({ requests: 5, upload: 0 });
  expect(read(file, "requests=2,tokens=1").budget?.limits).toMatchObject({
    requests: 2,
    tokens: 1,
  });
});

test("rules without a budget have none", () => {
  expect(read("allow-domains: [a.test]").budget).toBeUndefined();
});

test("an entry has a location, methods and limits of its own", () => {
  const { rules, problems } = read(
    "budget: { for: [{ url: https://a.test/**, methods: [POST], upload: 2k, requests: 1 }] }",
  );
  expect(problems).toEqual([]);
  expect(rules).toEqual([
    {
      id: "r.yml:1:24",
      text: "https://a.test/**",
      methods: ["POST"],
      limits: { requests: 1, upload: 2048 },
    },
  ]);
});

test.each([
  ["budget: 5", "budget is not a map of limits"],
  ["budget: { request: 5 }", "request is not a valid key in budget"],
  ["budget: { requests: many }", "requests=many is not a number such as 500"],
  ["budget: { requests: -1 }", "requests=-1 is not a number such as 500"],
  ["budget: { requests: 1.5 }", "requests=1.5 is not a number"],
  ["budget: { upload: 5 apples }", "upload=5 apples is not a size such as 50MB"],
  ["budget: { tokens: 1e3 }", "tokens=1e3 is not a number"],
  ["budget: { minutes: 99999999 }", "minutes=99999999 is more than"],
  ["budget: { requests: [1] }", "requests requires a text value"],
  ["budget: { shared: ../x, requests: 1 }", "shared=../x is not a name"],
  ["budget: { repository: acme/control }", "budget requires shared: NAME"],
  ["budget: { shared: a, repository: control }", "repository=control is not OWNER/NAME"],
  ["budget: { for: { url: https://a.test/* } }", "for is not a list"],
  ["budget: { for: [{ url: https://a.test/* }] }", "requires a limit"],
  ["budget: { for: [{ requests: 1 }] }", "requires a url"],
  ["budget: { for: [{ url: 'https://a.test/x?y', requests: 1 }] }", "has a query: omit it"],
  [
    "budget: { for: [{ url: https://a.test/*, tokens: 1 }] }",
    "tokens is not a valid key in an entry",
  ],
])("%s is rejected", (file, problem) => {
  expect(read(file).problems.join("\n")).toContain(problem);
});

test("two names of a shared budget are rejected", () => {
  const { problems } = read("budget: { shared: a, requests: 1 }", "shared=b");
  expect(problems).toEqual(["--budget 1: budget has several values for shared"]);
});

test("an option without a key is rejected with the nearest one", () => {
  expect(read("", "500").problems[0]).toContain("is not one of requests, upload");
});

test.each([
  ["upload", 50 * 1024 ** 2, "50 MB"],
  ["upload", 1000, "1000 B"],
  ["tokens", 1_500_000, "1.5M"],
  ["tokens", 2000, "2k"],
  ["requests", 5000, "5000"],
  ["minutes", 12.34, "12.3"],
] as const)("a limit of %s is formatted with its unit", (name, amount, expected) => {
  expect(formatAmount(name, amount)).toBe(expected);
});

test("a budget is described in lines for the approval", () => {
  const file =
    "budget: { requests: 5, tokens: 1M, shared: team, for: [{ url: https://a.test/**, upload: 1MB }] }";
  const { budget, rules } = read(file);
  expect(budget && describeBudget({ ...budget, rules })).toEqual([
    "budget: 5 requests, 1M tokens",
    "budget for https://a.test/**: 1 MB upload",
    "budget shared as team",
  ]);
});

test("the schema of a rules file contains the budget", () => {
  const { properties } = configSchema() as { properties: Record<string, { properties?: object }> };
  expect(Object.keys(properties["budget"]?.properties ?? {})).toEqual([
    "requests",
    "upload",
    "tokens",
    "minutes",
    "shared",
    "repository",
    "for",
  ]);
});
