import { expect, test } from "vitest";
import { compileText } from "./compile-text.ts";
import { definitions } from "./definitions.ts";
import { validatePipeline } from "./validate-pipeline.ts";

test.each(definitions)(
  "the validator of Azure Pipelines finds no errors in %s",
  async (_, yaml) => {
    expect(await validatePipeline(compileText(yaml).text)).toEqual([]);
  },
);

test("the validator of Azure Pipelines reports errors", async () => {
  const { text } = compileText("name: probe");
  const wrong = text
    .replace("NodeTool@0", "NodeTool@99")
    .replace("displayName: Agent", "displayNam: Agent");
  const found = await validatePipeline(wrong);
  expect(found.join("\n")).toContain("displayNam");
  expect(found.length).toBeGreaterThan(1);
});
