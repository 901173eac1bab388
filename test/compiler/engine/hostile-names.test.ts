import { describe, expect, test } from "vitest";
import { readBlock, readKey } from "./read-block.ts";

describe("the name of a property that every object has", () => {
  test.each(["constructor", "toString", "valueOf", "hasOwnProperty", "__proto__"])(
    "is treated like any other word: %s",
    (word) => {
      const { errors } = readBlock(`engine: {${word}: 1}`);
      expect(errors.map(({ message }) => message)).toEqual([
        `"${word}" is not a key of the engine`,
      ]);
      const { engine, errors: none, warnings } = readKey("args", `[${word}]`);
      expect([engine?.args, none, warnings]).toEqual([[word], [], []]);
    },
  );
});

describe("a possible secret", () => {
  const token = `ghp_0123456789${"aB".repeat(13)}`;

  test.each([
    ["env", "{A: 12345678901234567890123456789012345678901234567890}"],
    ["env", `{A: 0x${"0123456789".repeat(4)}}`],
    ["env", `{AGENT_PROVIDER_${token}: x}`],
    ["env", `{${token}: [x]}`],
    ["env", `{${token}_KEY: x}`],
    ["args", `[-p${token}]`],
    ["command", `/home/${token}`],
    ["forge-app-token", `{app-id: 5, owner: a, private-key: secret${token}}`],
    ["forge-app-token", `{app-id: 5, owner: a, ${token}: x}`],
    ["provider", `{base-url: 'https://a.example', api-key: '$(x.${token})'}`],
  ])("in %s: %s is reported without its value", (key, value) => {
    const { errors, warnings } = readKey(key, value);
    expect([...errors, ...warnings].length).toBeGreaterThan(0);
    expect(JSON.stringify([errors, warnings])).not.toContain("0123456789");
  });
});
