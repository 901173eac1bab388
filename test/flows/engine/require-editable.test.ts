import { expect, test } from "vitest";
import { compile, least, openEngineBench, plain } from "./engine-bench.ts";

const withBlock = (block: string) => plain.replace("network:", `${block}\nnetwork:`);

test.each(["engine: &e { model: m-1 }", "engine: &e\n  model: m-1"])(
  "%j is refused with its place before anything is asked",
  async (block) => {
    const file = withBlock(block);
    const bench = openEngineBench({ file });
    const { error, asked } = await bench.configure({ ...least, "engine-model": "m-2" });
    expect(error?.message).toMatch(/What stands at [45]:\d+ has an anchor/);
    expect(asked).toEqual([]);
    expect(bench.file()).toBe(file);
  },
);

test("a place that cannot be changed is told first, and everything else can be changed", async () => {
  const file = plain.replace("allowed: [a.example]", "allowed: &hosts [a.example]");
  const bench = openEngineBench({ file, pipeline: compile(file).text ?? "" });
  const { text, result } = await bench.configure({ ...least, "engine-model": "m-2" });
  expect(text).toMatch(/What stands at 5:\d+ has an anchor, so other places can use it/);
  expect(result?.definition).toBe("changed");
  expect(bench.file()).toContain("allowed: &hosts [a.example] # ours");
});

test("of a definition that can be changed nothing is said", async () => {
  const { text } = await openEngineBench({ file: plain }).configure(least);
  expect(text).not.toContain("What stands at");
});
