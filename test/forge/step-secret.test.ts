import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeSecretOutput, maskLine } from "../../src/forge/step-secret.ts";
import { Secret } from "../../src/shared/secret.ts";
import { makeFolder } from "../temporary-folder.ts";

test("a value that would end the command is encoded, so that all of it is redacted", () => {
  expect(maskLine(new Secret("a\r\n::error::b%"))).toBe("::add-mask::a%0D%0A::error::b%25\n");
});

test("a secret of several lines is not passed on, because a log redacts line by line", () => {
  const output = join(makeFolder("output"), "output");
  writeFileSync(output, "");
  const env = { FORGE_OUTPUT: output };
  expect(() => writeSecretOutput(env, "token", { secret: new Secret("a\nb=c") })).toThrow(
    'The value of "token" must be a single line.',
  );
  expect(readFileSync(output, "utf8")).toBe("");
  writeSecretOutput(env, "token", { secret: new Secret("ab"), others: { more: "c" } });
  expect(readFileSync(output, "utf8")).toMatch(/^token<<(.*)\nab\n\1\nmore<<(.*)\nc\n\2\n$/);
});
