import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { frontMatterSchema } from "../../src/compiler/front-matter-schema.ts";
import { readBlock } from "./engine/read-block.ts";
import { frontMatters } from "./front-matter-arbitrary.ts";
import { readFrontMatter } from "./definition/read-front-matter.ts";
import { runs } from "../sample.ts";

const ajv = new Ajv2020({ strict: false });
const validators = {
  forge: ajv.compile(frontMatterSchema("forge")),
  github: ajv.compile(frontMatterSchema("github")),
};

/** Texts made of valid and invalid parts. */
const words = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: "binary", maxLength: 6 }),
  fc
    .array(
      fc.constantFrom(
        ..."a B 7 . .. - -- _ / : @ = , $ ( ) v V latest Latest prompt model allow-tool ask-user".split(
          " ",
        ),
        ..."FORGE GITHUB APP TOKEN token PRIVATE KEY CP System AccessToken -----BEGIN".split(" "),
        ..."PATH Path HOME LD_ AW_ AGENT_ TEMPDIRECTORY ENV BASH_FUNC_ IFS".split(" "),
        " ",
        "\n",
        "\u2028",
        "é",
      ),
      { maxLength: 6 },
    )
    .map((parts) => parts.join("")),
  fc.constantFrom(
    "--prompt-file",
    "--no-ask-user",
    "FORGE_APP_TOKEN",
    "cp.forge.x",
    "AW_X",
    "Gh_Token",
  ),
  fc.constantFrom(201, 200).map((length) => "k".repeat(length)),
);

const fields: readonly (readonly [string, (text: string) => object])[] = [
  ["model", (model) => ({ model })],
  ["version", (version) => ({ version })],
  ["agent", (agent) => ({ agent })],
  ["command", (command) => ({ command })],
  ["args", (word) => ({ args: ["--ok", word] })],
  ["env's names", (name) => ({ env: Object.fromEntries([[name, "x"]]) })],
  ["env's values", (value) => ({ env: { A: value } })],
];

describe.each(["forge", "github"] as const)(
  "in the naming convention %s, the schema accepts exactly the valid values of",
  (brand) => {
    const isTaken = (engine: object) => validators[brand]({ name: "probe", engine });
    const isRead = (engine: object) => readBlock(stringify({ engine }), brand).errors.length === 0;

    test.each([
      ...fields,
      [
        "private-key",
        (key: string) => ({
          [`${brand}-app-token`]: { "app-id": 5, owner: "acme", "private-key": key },
        }),
      ] as const,
    ])("%s", (_, engineOf) => {
      const seen = new Set<boolean>();
      fc.assert(
        fc.property(words, (word) => {
          const engine = engineOf(word);
          const taken = isTaken(engine);
          seen.add(taken);
          expect(taken).toBe(isRead(engine));
        }),
        runs(1500),
      );
      expect(seen.size).toBe(2);
    });
  },
);

test("the schema accepts every front matter that the compiler reads", () => {
  let read = 0;
  fc.assert(
    fc.property(frontMatters, (frontMatter) => {
      const { errors } = readFrontMatter(stringify(frontMatter, { aliasDuplicateObjects: false }));
      if (errors.length > 0) return;
      read += 1;
      expect([validators.forge(frontMatter), validators.forge.errors]).toEqual([true, null]);
    }),
    runs(500),
  );
  expect(read).toBeGreaterThan(runs(500).numRuns / 10);
});
