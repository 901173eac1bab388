import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compileSource } from "../../src/compiler/compile-source.ts";
import { firstDefinition } from "../../src/compiler/first-definition.ts";
import { readSettings } from "../../src/compiler/project/read-settings.ts";
import { settings } from "./pipeline/compile-text.ts";
import { validatePipeline } from "./pipeline/validate-pipeline.ts";

const guide = readFileSync(new URL("../../docs/engine.md", import.meta.url), "utf8");
const blocks = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, "gm"))].map(
    ([, text = ""]) => text,
  );
const options = {
  settings,
  programs: { mint: "// mint\n", revoke: "// revoke\n" },
  source: "agents/probe.md",
  version: "0.1.0",
};

describe("docs/engine.md", () => {
  const examples = blocks("markdown").map((text) => [/^name: (.*)$/m.exec(text)?.[1], text]);

  test("has the expected examples", () => {
    expect(examples.map(([name]) => name)).toEqual([
      "probe",
      "triage",
      "careful",
      "minted",
      "own-models",
      "cloud-models",
    ]);
  });

  test.each(examples)(
    "has the example %s, which compiles without errors and warnings",
    async (_, text = "") => {
      const { text: pipeline = "", errors, warnings } = compileSource(Buffer.from(text), options);
      expect([errors, warnings]).toEqual([[], []]);
      expect(await validatePipeline(pipeline)).toEqual([]);
    },
  );

  test("shows valid settings", () => {
    expect(blocks("json").map((text) => readSettings(text).errors)).toEqual([[]]);
  });
});

test.each(["forge", "github"] as const)(
  "the first definition compiles in the naming convention %s",
  (brand) => {
    const source = Buffer.from(firstDefinition("probe", brand));
    const { errors, warnings } = compileSource(source, {
      ...options,
      settings: { ...settings, brand },
    });
    expect([errors, warnings]).toEqual([[], []]);
  },
);
