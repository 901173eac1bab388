import { expect, test } from "vitest";
import { linesOf } from "../../../src/firewall/config/rule-lines.ts";
import { readDraft } from "../../../src/firewall/config/rules-draft.ts";

const rules = [
  { option: "allow-domains", text: "a.test" },
  { option: "allow-urls", text: "https://b.test/x: y/*" },
] as const;

test("lines for a new list make a valid rules file", () => {
  const [domains, urls] = linesOf(rules, { name: "rules.yml", text: "" });
  expect(domains).toEqual({ list: undefined, lines: ["allow-domains:", "  - a.test"] });
  expect(urls?.lines[0]).toBe("allow-urls:");
  const text = [...(domains?.lines ?? []), ...(urls?.lines ?? []), "ssl-bump: true"].join("\n");
  const { draft } = readDraft(text, "rules.yml");
  expect(draft).toMatchObject({ domains: ["a.test"], patterns: ["https://b.test/x: y/*"] });
});

test("lines for a list that exists consist of its entries", () => {
  const text = "allow-domains:\n  - c.test\n";
  const [domains] = linesOf(rules, { name: "rules.yml", text });
  expect(domains).toEqual({ list: "allow-domains", lines: ["  - a.test"] });
  const { draft } = readDraft(`${text}${domains?.lines.join("\n")}\n`, "rules.yml");
  expect(draft.domains).toEqual(["c.test", "a.test"]);
});

test("lines for a JSON file are JSON", () => {
  const json = linesOf(rules, { name: "rules.json", text: '{ "allow-urls": [] }' });
  expect(json).toEqual([
    { list: undefined, lines: ['"allow-domains": ["a.test"]'] },
    { list: "allow-urls", lines: ['"https://b.test/x: y/*"'] },
  ]);
});
