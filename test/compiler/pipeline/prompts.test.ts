import { expect, test } from "vitest";
import { agentPrompt, threatPrompt } from "../../../src/compiler/pipeline/prompts.ts";
import { explainPath } from "../../../src/run/outputs/file-path.ts";
import { readFrontMatter } from "../definition/read-front-matter.ts";

function promptOf(handler: string): string {
  const { definition } = readFrontMatter(`name: probe\nsafe-outputs: {${handler}: {max: 1}}`);
  if (!definition) throw new Error("no definition");
  return agentPrompt(definition);
}

test("the prompt of an agent that can propose a pull request lists the forbidden paths", () => {
  const [, reported = ""] =
    /^All lines are refused if ([^]*?)\.$/m.exec(promptOf("pull-request")) ?? [];
  const names = reported
    .match(/\.?\w+(?:\.\w+)?(?=,|$| or\b| and\b| file\b)/g)
    ?.filter((each) => each !== "file");
  expect(names).toHaveLength(12);
  for (const name of names ?? []) {
    expect(explainPath(name.startsWith(".y") ? `a${name}` : name)).toBeTypeOf("string");
  }
});

test("the prompt of an agent that cannot propose a pull request lists no forbidden paths", () => {
  expect(promptOf("issue")).not.toContain("refused");
});

test("the prompts of an agent that can propose a dispatch, and of its reviewer, list the workers", () => {
  const yaml = "name: probe\nsafe-outputs: {dispatch: {workers: [a.yml, b.lock.yml]}}";
  const { definition } = readFrontMatter(yaml);
  if (!definition) throw new Error("no definition");
  expect(agentPrompt(definition)).toContain("one of these workflows: a.yml, b.lock.yml");
  expect(threatPrompt(definition)).toContain(
    "The agent can propose: dispatch (1, only a.yml or b.lock.yml).",
  );
});
