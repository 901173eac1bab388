import { describe, expect, test } from "vitest";
import { compile, least, openEngineBench, plain } from "./engine-bench.ts";

const seen = { "engine-save": { each: ["show", "write"] }, "engine-changes": true };
const compiled = compile(plain).text ?? "";

describe("the pipeline beside a definition", () => {
  test("is offered where there is none, also where nothing changes in the definition", async () => {
    const bench = openEngineBench({ file: plain });
    const { asked, result } = await bench.configure(least);
    expect(asked).toContain("pipeline");
    expect(result).toMatchObject({ definition: "as it was", pipeline: "written" });
    expect(bench.pipeline()).toBe(compiled);
  });

  test("is left for later where somebody says so, and nothing is asked about writing", async () => {
    const bench = openEngineBench({ file: plain });
    const { asked, result } = await bench.configure({ ...least, pipeline: "later" });
    expect(asked).not.toContain("engine-save");
    expect(result).toMatchObject({ definition: "as it was", pipeline: "later" });
    expect(bench.saved).toEqual([]);
  });

  test("is shown with all that goes from it: what somebody added by hand, too", async () => {
    const pipeline = `${compiled}# by hand\n`;
    const bench = openEngineBench({ file: plain, pipeline });
    const { text, questions } = await bench.configure({ ...least, ...seen, "engine-model": "m-1" });
    expect(text).toContain("- # by hand");
    expect(text).toContain("--model m-1");
    expect(JSON.stringify(questions["engine-save"])).toContain("is not as the definition made it");
    expect(bench.pipeline()).not.toContain("by hand");
  });

  test("is said to be changed by hand only where it is", async () => {
    const bench = openEngineBench({ file: plain, pipeline: compiled });
    const { questions } = await bench.configure({ ...least, "engine-model": "m-1" });
    expect(JSON.stringify(questions["engine-save"])).not.toContain("is not as the definition");
  });
});
