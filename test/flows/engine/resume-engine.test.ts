import { describe, expect, test } from "vitest";
import { forgetEngine } from "../../../flows/engine/engine-journal.ts";
import { Cancelled, Incomplete } from "../../../src/shared/errors.ts";
import { memoryJournal } from "../../prompts/memory-journal.ts";
import { compile, least, openEngineBench, plain, withApp, withKey } from "./engine-bench.ts";

const subject = "/work/agents/probe.md";
const startJournal = () => memoryJournal({ flow: "engine", version: 1, host: "local", subject });
const answers = { ...least, "engine-model": "model-1" };
const edited = plain.replace("[a.example]", "[a.example, by-hand.example]");

/** Stops the run at a question. */
function leaveAt(id: string) {
  return (question: string) => {
    if (question === id) throw new Cancelled();
  };
}

describe("a setup that resumes an earlier run", () => {
  test.each(["engine-save", "network-allowed"])(
    "asks again if the definition changed after a stop at %s",
    async (id) => {
      const journal = startJournal();
      const bench = openEngineBench({ file: plain });
      await bench.configure(answers, { journal, onQuestion: leaveAt(id) });
      await bench.deps.saveDefinition(edited);
      const own = { ...least, "network-allowed": ["a.example", "by-hand.example"] };
      const { asked, text } = await bench.configure(own, { journal });
      expect(asked[0]).toBe("engine-version");
      expect(text).toContain("agents/probe.md has changed");
      expect(bench.file()).toBe(edited);
    },
  );

  test("asks again if the pipeline changed", async () => {
    const journal = startJournal();
    const pipeline = compile(plain).text ?? "";
    const bench = openEngineBench({ file: plain, pipeline });
    await bench.configure(answers, { journal, onQuestion: leaveAt("engine-save") });
    await bench.deps.savePipeline(`${pipeline}# by hand\n`);
    const { asked, text } = await bench.configure(answers, { journal });
    expect(asked[0]).toBe("engine-version");
    expect(text).toContain("agents/probe.yml has changed");
  });

  test("asks before it overwrites later changes by another user", async () => {
    const journal = startJournal();
    const bench = openEngineBench({ file: plain });
    await bench.configure(answers, { journal, onQuestion: leaveAt("forge-token-when") });
    expect(bench.file()).toContain("model-1");
    await bench.deps.saveDefinition(edited);
    const { asked } = await bench.configure({}, { journal });
    expect(asked).toEqual(["engine-version"]);
    expect(bench.file()).toBe(edited);
  });

  test("asks before it writes again after a user reverted the file", async () => {
    const journal = startJournal();
    const bench = openEngineBench({ file: plain, pipeline: compile(plain).text ?? "" });
    await bench.configure(answers, { journal, onQuestion: leaveAt("forge-token-when") });
    await bench.deps.saveDefinition(plain);
    const { asked } = await bench.configure(answers, { journal });
    expect(asked).toContain("engine-save");
  });

  test("does not reuse a confirmation of an earlier run", async () => {
    const journal = startJournal();
    const bench = openEngineBench({ file: plain });
    const stopped = { saveDefinition: () => Promise.reject(new Incomplete("The disk is full.")) };
    await openEngineBench({ file: plain, change: stopped }).configure(answers, { journal });
    const { asked } = await bench.configure(answers, { journal });
    expect(asked[0]).toBe("engine-save");
  });

  test("writes a pipeline that a killed run did not write", async () => {
    const journal = startJournal();
    let isKilled = true;
    const bench = openEngineBench({ file: plain });
    const savePipeline = (text: string) => {
      if (!isKilled) return bench.deps.savePipeline(text);
      throw new Error("killed");
    };
    const { readDefinition, saveDefinition, readPipeline } = bench.deps;
    const change = { readDefinition, saveDefinition, readPipeline, savePipeline };
    const own = openEngineBench({ change });
    await own.configure(answers, { journal });
    expect(bench.file()).toContain("model-1");
    isKilled = false;
    const { asked, questions, result } = await own.configure(answers, { journal });
    expect(asked[0]).toBe("engine-save");
    expect(questions["engine-save"]?.title).toBe("Write the pipeline?");
    expect(result).toMatchObject({ definition: "changed", pipeline: "written" });
    expect(bench.pipeline()).toBe(compile(bench.file() ?? "").text);
  });

  test("still asks for another value if the stored value now serves a different purpose", async () => {
    const journal = startJournal();
    const bench = openEngineBench({ file: plain, stored: { FORGE_APP_PRIVATE_KEY: "old" } });
    await bench.configure(withApp, { journal, onQuestion: leaveAt("app-key-when") });
    expect(bench.file()).toContain("1234567");
    const { asked } = await bench.configure(withApp, { journal });
    expect(asked).toEqual(["app-key-when"]);
  });

  test("does not ask again for a stored value", async () => {
    const journal = startJournal();
    const bench = openEngineBench({ file: plain, stored: { MODEL_KEY: "old", MINE: "old" } });
    const both = { ...withApp, ...withKey, "provider-forge": "app", "app-key-variable": "MINE" };
    await bench.configure(both, { journal, onQuestion: leaveAt("provider-key-when") });
    const { asked } = await bench.configure(both, { journal });
    expect(asked).toEqual(["provider-key-when"]);
  });

  test("asks later for another value if the stored value could not be checked", async () => {
    const journal = startJournal();
    const isThere = { names: [], reason: new Incomplete("az not installed.") };
    const bench = openEngineBench({ file: plain, stored: { FORGE_APP_PRIVATE_KEY: "old" } });
    const find = () => Promise.reject(isThere.reason);
    const { readDefinition, saveDefinition, readPipeline, savePipeline } = bench.deps;
    const change = { readDefinition, saveDefinition, readPipeline, savePipeline };
    await openEngineBench({ change, secrets: { find } }).configure(withApp, { journal });
    await forgetEngine(journal);
    const first = await bench.configure(withApp, { journal });
    expect(first.asked).toContain("app-key-when");
    expect(first.text).not.toContain("has changed");
    await forgetEngine(journal);
    const second = await bench.configure(withApp, { journal });
    expect(second.asked).not.toContain("app-key-when");
  });
});
