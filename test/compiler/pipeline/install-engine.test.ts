import { expect, test } from "vitest";
import { brands } from "../../../src/forge/brand.ts";
import { installEngine } from "../../../src/compiler/pipeline/install-engine.ts";
import { settings } from "./compile-text.ts";

test.each([
  ["https://engines.example/releases", "--proto =https "],
  ["http://127.0.0.1:8080/releases", "--proto =http "],
])("an engine from %s is downloaded only with the protocol of its URL", (releases, words) => {
  const release = { ...settings.engine, releases };
  const [step] = installEngine({ args: [], env: [] }, { release, brand: brands.forge });
  expect(step?.script).toContain(words);
});
