import { expect, test } from "vitest";
import { loadSettings } from "../../src/firewall/load-settings.ts";
import { warnAboutCredentials } from "../../src/firewall/warn-about-credentials.ts";
import { makeFolder } from "../temporary-folder.ts";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

async function warningsOf(rule: string, more: object) {
  const folder = makeFolder("credentials");
  const file = join(folder, "rules.yml");
  const credentials = [
    "  - { url: 'https://api.test/a/**', methods: [GET], from: { env: TOKEN } }",
    "  - { url: 'https://b.api.test/**', from: pat }",
  ];
  writeFileSync(file, `ssl-bump: true\n${rule}\ncredentials:\n${credentials.join("\n")}\n`);
  const loaded = await loadSettings({ config: [file], ...more }, { XDG_STATE_HOME: folder });
  expect(loaded.problems).toEqual([]);
  return warnAboutCredentials(loaded).map((text) => text.replaceAll(file, "rules.yml"));
}

const waiting =
  "A run would fail here: the rules contain credentials, but you have not approved this version of rules.yml.";
const unused = (at: string, url: string) =>
  `rules.yml:${at}: no rule allows a request to ${url}, so its credential is not used.`;
const first = unused("4:12", "https://api.test/a/**");
const second = unused("5:12", "https://b.api.test/**");

test.each([
  ["allow-domains: [api.test]", []],
  ["allow-urls: ['https://*.api.test/a/b']", [first]],
  ["allow-urls: ['https://api.test/a/b']", [second]],
  ["rules: [{ url: 'https://api.test/**', methods: [POST] }]", [first, second]],
  ["allow-domains: ['http://api.test']", [first, second]],
  ["allow-domains: [api.test]", [second], { blockDomains: ["b.api.test"] }],
])(
  "credentials whose requests no rule allows are named: %s",
  async (rule, expected, more: object = {}) => {
    expect(await warningsOf(rule, more)).toEqual([waiting, ...expected]);
  },
);
