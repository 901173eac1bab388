import { expect, test } from "vitest";
import type { LoggedDecision } from "../../src/firewall/log/logged-decision.ts";
import { suggestFromLog } from "../../src/firewall/suggest-from-log.ts";
import { makeFolder } from "../temporary-folder.ts";
import { append, logged } from "./log/logged.ts";

const denied = (fields: Partial<LoggedDecision>) =>
  logged({ allowed: false, reason: "no-pattern", explanation: "no", ...fields });
const asConnection = { kind: "connection", reason: "no-rule" } as const;

async function suggest(...decisions: readonly LoggedDecision[]) {
  const folder = makeFolder("suggest");
  append(folder, ...decisions);
  const { rules, ...more } = await suggestFromLog(folder);
  return { ...more, rules: rules.map(({ option, text }) => `--${option} ${text}`) };
}

test.each<[string, Partial<LoggedDecision>, string]>([
  ["a request", { url: "https://example.com/a/b" }, "--allow-urls https://example.com/a/b"],
  ["a query", { url: "https://example.com/a?page=*" }, "--allow-urls https://example.com/a?*"],
  ["a port", { url: "https://example.com:8443/a" }, "--allow-urls https://example.com:8443/a"],
  ["a connection", { ...asConnection, domain: "example.com:443" }, "--allow-domains example.com"],
  [
    "a connection to a port",
    { ...asConnection, domain: "example.com:8443" },
    "--allow-domains example.com:8443",
  ],
  [
    "a connection to a host that requires patterns",
    { ...asConnection, domain: "example.com:443", suggestion: "https://example.com/**" },
    "--allow-urls https://example.com/**",
  ],
  [
    "a connection to a port that no pattern covers",
    { ...asConnection, domain: "example.com:8443", suggestion: "https://example.com:8443/**" },
    "--allow-urls https://example.com:8443/**",
  ],
  ["plain HTTP", { url: "http://example.com/a" }, "--allow-domains http://example.com"],
])("a rule is proposed for %s that was denied", async (_what, fields, rule) => {
  expect(await suggest(denied(fields))).toMatchObject({ rules: [rule], addresses: 1 });
});

test("allowed requests get no rule, repeated denials share a rule, and some denials need other changes", async () => {
  const { rules, addresses, beyondRules } = await suggest(
    logged({ url: "https://passed.example/" }),
    denied({ url: "https://example.com/a" }),
    denied({ url: "https://example.com/a" }),
    denied({ url: "https://blocked.example/a", reason: "blocked" }),
    denied({ domain: "10.0.0.1:443", reason: "forbidden-address" }),
    denied({ url: "http://example.com/a", reason: "no-rule", rule: "--allow-urls 1" }),
  );
  expect(rules).toEqual(["--allow-urls https://example.com/a"]);
  expect({ addresses, beyondRules }).toEqual({ addresses: 1, beyondRules: 3 });
});

test("the address of a name with a private address is proposed for --resolve, unless it is invalid", async () => {
  const isPrivate = { kind: "connection", reason: "forbidden-address" } as const;
  const suggestion = "--resolve db.example:443:10.0.0.1";
  const { rules, addresses, others } = await suggest(
    denied({ ...isPrivate, domain: "db.example:443", suggestion }),
    denied({ ...isPrivate, domain: "db.example:443", suggestion }),
    denied({ ...isPrivate, domain: "x.example:443", suggestion: "--resolve x; rm" }),
  );
  expect(rules).toEqual([suggestion]);
  expect(addresses).toBe(1);
  expect(others).toMatchObject([{ where: "x.example:443", count: 1 }]);
});

test("denials that a rule would not change are listed with their reason, most frequent first", async () => {
  const ssh = { domain: "git.example:22", reason: "not-understood", explanation: "SSH" } as const;
  const { others } = await suggest(
    denied({ url: "https://blocked.example/a?q=1", reason: "blocked", explanation: "is blocked" }),
    denied(ssh),
    denied(ssh),
  );
  expect(others).toEqual([
    { where: "git.example:22", reason: "not-understood", explanation: "SSH", count: 2 },
    { where: "https://blocked.example/a", reason: "blocked", explanation: "is blocked", count: 1 },
  ]);
});
