import { describe, expect, test } from "vitest";
import { compile, least, openEngineBench, plain } from "./engine-bench.ts";

const seen = { "engine-save": { each: ["show", "write"] }, "engine-changes": true };
const compiled = compile(plain).text ?? "";

describe("the pipeline of a definition", () => {
  test("is offered if it is missing, even if the definition does not change", async () => {
    const bench = openEngineBench({ file: plain });
    const { asked, result } = await bench.configure(least);
    expect(asked).toContain("pipeline");
    expect(result).toMatchObject({ definition: "as it was", pipeline: "written" });
    expect(bench.pipeline()).toBe(compiled);
  });

  test("is skipped on request, without a question about writing it", async () => {
    const bench = openEngineBench({ file: plain });
    const { asked, result } = await bench.configure({ ...least, pipeline: "later" });
    expect(asked).not.toContain("engine-save");
    expect(result).toMatchObject({ definition: "as it was", pipeline: "later" });
    expect(bench.saved).toEqual([]);
  });

  test("is replaced after showing every line that would be deleted, including manual additions", async () => {
    const pipeline = `${compiled}# by hand\n`;
    const bench = openEngineBench({ file: plain, pipeline });
    const { text, questions } = await bench.configure({ ...least, ...seen, "engine-model": "m-1" });
    expect(text).toContain("- # by hand");
    expect(text).toContain("--model m-1");
    expect(JSON.stringify(questions["engine-save"])).toContain(
      '{"id":"engine-save","title":"Change the definition?","facts":[{"name":"Engine","text":"pinned, m-1"},{"name":"Authentication","text":"personal access token, FORGE_TOKEN"},{"name":"Network","text":"a.example"},{"name":"Changes","text":"2 lines in agents/probe.md, 3 parts of its pipeline"},{"name":"Pipeline","text":"agents/probe.yml differs from its definition and will be overwritten"}],"options":[{"value":"show","label":"Show the changes","hint":"shows the definition and steps, then returns"},{"value":"write","label":"Yes, write it","hint":"writes all listed files, or none"},{"value":"stop","label":"No, stop here","hint":"nothing was written"}],"initial":"write"}',
    );
    expect(bench.pipeline()).not.toContain("by hand");
  });

  test("is reported as edited by hand only if it was edited", async () => {
    const bench = openEngineBench({ file: plain, pipeline: compiled });
    const { questions } = await bench.configure({ ...least, "engine-model": "m-1" });
    expect(JSON.stringify(questions["engine-save"])).not.toContain("differs from its definition");
  });
});
