import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { configSchema } from "../../../src/firewall/config/config-schema.ts";
import { readConfig } from "../../../src/firewall/config/read-config.ts";
import { readSettings } from "../../../src/firewall/config/read-settings.ts";

function problemsOf(text: string): string[] {
  const { written, problems } = readConfig(text, "rules.yml");
  return [...problems, ...readSettings(written).problems].map(
    ({ id, text: what, problem }) => `${id} ${what} ${problem}`,
  );
}

describe("file rules", () => {
  test("are merged from the key `files` and from option names", () => {
    const text = `
files: { hide: [.env, "**/*.pem"], read: ., write: ["src/**", "a,b"] }
hide: secrets,keys
`;
    expect(problemsOf(text)).toEqual([]);
    const { settings } = readSettings(readConfig(text, "rules.yml").written);
    expect(settings.files).toEqual({
      hide: [".env", "**/*.pem", "secrets", "keys"],
      read: ["."],
      write: ["src/**", "a,b"],
    });
    expect(new Ajv().validate(configSchema(), { files: { hide: [".env"], write: "src" } })).toBe(
      true,
    );
    expect(new Ajv().validate(configSchema(), { files: { hidden: [".env"] } })).toBe(false);
  });

  test("are rejected with their position if they are invalid", () => {
    const text = `files:
  hidden: [a]
  hide: [/etc, ../x, "!a", "{a,b}", "**", "", { a: 1 }]
  read: "a/**/b/**/c/**/d/**/e/**/f/**/g/**/h"
  write: []
`;
    expect(problemsOf(text)).toEqual([
      "rules.yml:2:3 hidden is not a valid key in files",
      "rules.yml:3:47 hide requires a text value",
      "rules.yml:5:10 write is empty; to make all paths read-only, use `read: [.]`",
      "rules.yml:3:10 /etc is not relative to the working directory",
      "rules.yml:3:16 ../x leaves the working directory",
      "rules.yml:3:22 !a is an exception, but patterns cannot have exceptions",
      "rules.yml:3:28 {a,b} contains ?, [] or {}, but only * and ** are wildcards",
      "rules.yml:3:37 ** covers the complete working directory",
      "rules.yml:3:43  is empty",
      "rules.yml:4:9 a/**/b/**/c/**/d/**/e/**/f/**/g/**/h contains too many **",
    ]);
    expect(problemsOf("files: [.env]")).toEqual([
      "rules.yml:1:8 files is not a map of path lists such as `hide: [.env]`",
    ]);
  });
});
