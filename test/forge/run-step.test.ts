import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readOutputs } from "../../emulator/runner/step-files.ts";
import { addToSummary, stepVariable, writeStepOutputs } from "../../src/forge/run-step.ts";
import { makeFolder } from "../temporary-folder.ts";

describe("a variable of a step", () => {
  test.each([
    [{ GITHUB_RUN_ID: "7" }, "7"],
    [{ FORGE_RUN_ID: "8", GITHUB_RUN_ID: "7" }, "8"],
    [{ FORGE_RUN_ID: "", GITHUB_RUN_ID: "7" }, "7"],
    [{ FORGE_RUN_ID: "", GITHUB_RUN_ID: "" }, undefined],
    [{ FORGE_RUN_ID: " \n", GITHUB_RUN_ID: "7" }, "7"],
    [{}, undefined],
  ])("in %j is %s", (env, expected) => {
    expect(stepVariable(env, "RUN_ID")).toBe(expected);
  });
});

test("outputs reach the next steps, whatever their values contain", async () => {
  const file = join(makeFolder("step"), "output");
  const outputs = { plain: "1", lines: "a\nb=c\n", forged: "x\nEOF\nadmitted=true", empty: "" };
  writeStepOutputs({ GITHUB_OUTPUT: file }, outputs);
  writeStepOutputs({ GITHUB_OUTPUT: file }, { later: "2" });
  expect(await readOutputs(file)).toEqual({ ...outputs, later: "2" });
});

test("appends a summary to the existing text", () => {
  const file = join(makeFolder("step"), "summary");
  addToSummary({ FORGE_STEP_SUMMARY: file }, "# One");
  addToSummary({ FORGE_STEP_SUMMARY: file }, "two");
  expect(readFileSync(file, "utf8")).toBe("# One\ntwo\n");
});

test("outside a run, nothing is written", () => {
  expect(() => writeStepOutputs({}, { a: "1" })).not.toThrow();
  expect(() => addToSummary({ GITHUB_STEP_SUMMARY: "" }, "a")).not.toThrow();
});
