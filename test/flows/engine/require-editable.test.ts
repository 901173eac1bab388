import { expect, test } from "vitest";
import { compile, least, openEngineBench, plain } from "./engine-bench.ts";

const withBlock = (block: string) => plain.replace("network:", `${block}\nnetwork:`);

test.each(["engine: &e { model: m-1 }", "engine: &e\n  model: m-1"])(
  "%j is refused with its location before the first question",
  async (block) => {
    const file = withBlock(block);
    const bench = openEngineBench({ file });
    const { error, asked } = await bench.configure({ ...least, "engine-model": "m-2" });
    expect(error?.message).toMatch(/Could not edit the value at [45]:\d+: it has an anchor/);
    expect(asked).toEqual([]);
    expect(bench.file()).toBe(file);
  },
);

test("reports first which location cannot be changed, and can change everything else", async () => {
  const file = plain.replace("allowed: [a.example]", "allowed: &hosts [a.example]");
  const bench = openEngineBench({ file, pipeline: compile(file).text ?? "" });
  const { text, result } = await bench.configure({ ...least, "engine-model": "m-2" });
  expect(text).toMatch(
    /Could not edit the value at 5:\d+: it has an anchor, so it could also be used elsewhere\./,
  );
  expect(result?.definition).toBe("changed");
  expect(bench.file()).toContain("allowed: &hosts [a.example] # ours");
});

test("reports nothing about a definition that can be changed", async () => {
  const { text } = await openEngineBench({ file: plain }).configure(least);
  expect(text).not.toContain("Could not edit the value");
});
