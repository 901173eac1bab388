import { describe, expect, test } from "vitest";
import {
  newsRows,
  formatBytes,
  suggestionRows,
  summaryRows,
} from "../../../src/commands/outcomes/print-logs.ts";
import { addDecisions, emptyTally } from "../../../src/firewall/log/tally.ts";
import { logged } from "../../firewall/log/logged.ts";
import { describeWidths, printed } from "../../terminal/check-print.ts";

const denied = logged({
  url: "https://example.com/evil?page=*",
  allowed: false,
  reason: "no-pattern",
  explanation: "no pattern for example.com covers /evil",
});
const failed = logged({ url: "https://late.example/", failure: "its certificate has expired" });
const folder = "/tmp/proxy-logs-20260304-050607-1f2E3d";
const tally = addDecisions(emptyTally, [logged(), denied, denied, failed]);
const summary = { folder, ...tally, unread: 1 };

describeWidths("a summary", (style) => summaryRows(summary, style));

test("a summary starts with the blocked requests, the reason, and the fix", () => {
  expect(printed((style) => summaryRows(summary, style))).toMatchInlineSnapshot(`
    " /tmp/proxy-logs-20260304-050607-1f2E3d   2 passed · 2 blocked · 1 failed · 40
     B received

       WHERE                     COUNT               WHY
     ✖ https://example.com/evil  2 blocked           no pattern for example.com
                                                     covers /evil
     ✔ https://example.com/a     1 passed            a rule covers it
     ! https://late.example/     1 passed, 1 failed  its certificate has expired

     ” 1 line of the log cannot be read: a run was stopped while writing

       Next  Suggest rules for the blocked requests:
       gatehouse firewall logs suggest 1f2E3d"
  `);
});

test("a summary of many requests shows the first ones, and reports how many are omitted", () => {
  const many = Array.from({ length: 60 }, (_, index) => logged({ url: `https://h${index}.test/` }));
  const rows = { folder, ...addDecisions(emptyTally, many), unread: 0 };
  const text = printed((style) => summaryRows(rows, style));
  expect(text).toContain("20 decisions for other addresses: use --json to list them");
  expect(text).not.toContain("logs suggest");
});

test("an empty log is reported as empty", () => {
  const text = printed((style) => summaryRows({ folder, ...emptyTally, unread: 0 }, style));
  expect(text).toContain("no requests");
});

test("proposed rules are printed as options to paste, with a warning about broad rules", () => {
  const rules = [
    { option: "allow-urls", text: "https://example.com/**", reach: "host" },
    { option: "allow-domains", text: "other.example", reach: "host" },
  ] as const;
  const suggestions = { folder, rules, addresses: 7, beyondRules: 1 };
  expect(printed((style) => suggestionRows(suggestions, style))).toMatchInlineSnapshot(`
    " /tmp/proxy-logs-20260304-050607-1f2E3d   2 rules for 7 addresses

       --allow-urls 'https://example.com/**'
       --allow-domains other.example

     ” 1 rule for an entire host: review carefully.
     ” 1 denial that adding a rule would not change.

       URL patterns need --ssl-bump.
       Show all denials:
       gatehouse firewall logs 1f2E3d"
  `);
});

test("for a rules file, proposed rules are printed as lines to add to it", () => {
  const rules = [
    { option: "allow-urls", text: "https://example.com/**", reach: "host" },
    { option: "allow-domains", text: "other.example", reach: "host" },
  ] as const;
  const suggestions = { folder, rules, addresses: 7, beyondRules: 0 };
  const file = { name: "rules.yml", text: "allow-domains: # ours\n  - a.example\n" };
  expect(printed((style) => suggestionRows(suggestions, style, file))).toMatchInlineSnapshot(`
    " /tmp/proxy-logs-20260304-050607-1f2E3d   2 rules for 7 addresses

       Add to allow-domains in rules.yml:
         - other.example
       Add to rules.yml:
       allow-urls:
         - https://example.com/**

     ” 1 rule for an entire host: review carefully.

       URL patterns need --ssl-bump, or ssl-bump: true in the file."
  `);
  const bumped = { ...file, text: "ssl-bump: true\nallow-urls: [https://a.example/*]\n" };
  const text = printed((style) => suggestionRows(suggestions, style, bumped));
  expect(text).toContain("Add to allow-urls in rules.yml:\n     - https://example.com/**");
  expect(text).not.toContain("ssl-bump");
  const summed = printed((style) => summaryRows(summary, style, file));
  expect(summed).toContain("gatehouse firewall logs suggest 1f2E3d --config rules.yml");
});

test("an address for --resolve, and the reasons of other denials, are printed below the rules", () => {
  const rules = [{ option: "resolve", text: "db.example:443:10.0.0.1", reach: "address" }] as const;
  const others = [
    { where: "git.example:22", reason: "not-understood", explanation: "it is SSH", count: 2 },
  ] as const;
  const suggestions = { folder, rules, addresses: 1, beyondRules: 2, others };
  expect(printed((style) => suggestionRows(suggestions, style))).toMatchInlineSnapshot(`
    " /tmp/proxy-logs-20260304-050607-1f2E3d   1 rule for 1 address

       --resolve db.example:443:10.0.0.1

     ” 2 denials that adding a rule would not change.
     ✖ git.example:22  it is SSH (2 times)

       Show all denials:
       gatehouse firewall logs 1f2E3d"
  `);
  const file = { name: "rules.yml", text: "resolve: [a.example:443:10.0.0.2]\n" };
  const text = printed((style) => suggestionRows(suggestions, style, file));
  expect(text).toContain("Add to resolve in rules.yml:\n     - db.example:443:10.0.0.1");
});

test("an empty proposal is reported on one line", () => {
  const text = printed((style) =>
    suggestionRows({ folder, rules: [], addresses: 0, beyondRules: 0 }, style),
  );
  expect(text).toContain("no rules to add");
});

describe("a watched request", () => {
  const at = new Date(2026, 2, 4, 5, 6, 7).toISOString();
  test.each([
    [logged({ at, status: 200, method: "GET" }), " ✔ 05:06:07  200 GET https://example.com/a"],
    [logged({ at, domain: "example.com:443" }), " ✔ 05:06:07  passed example.com:443"],
    [
      { ...denied, at },
      " ✖ 05:06:07  blocked https://example.com/evil?page=*\n   no pattern for example.com covers /evil",
    ],
    [
      { ...failed, at, status: 502 },
      " ! 05:06:07  502 https://late.example/\n   its certificate has expired",
    ],
  ])("is printed on one line, with the reason of a failure below it: %o", (decision, text) => {
    expect(printed((style) => newsRows(decision, style)).trimEnd()).toBe(text);
  });
});

test.each([
  [0, "0 B"],
  [999, "999 B"],
  [1500, "1.5 kB"],
  [20_000_000, "20 MB"],
  [3e15, "3000 TB"],
])("%d bytes are printed as %s", (bytes, text) => expect(formatBytes(bytes)).toBe(text));
