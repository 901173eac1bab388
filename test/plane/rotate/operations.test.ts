import { describe, expect, test } from "vitest";
import { evaluateOperation } from "../../../src/plane/rotate/operations.ts";
import type { Settings } from "../../../src/plane/scope/settings.ts";

const triage = { name: "triage", killSwitch: "TRIAGE_ENABLED" };

function evaluate(text: string, mode: Settings["mode"], enabled?: string) {
  const variables = new Map(enabled === undefined ? [] : [["TRIAGE_ENABLED", enabled]]);
  return evaluateOperation(triage, { text, mode, variables });
}

const withMode = "on:\n  workflow_dispatch:\n    inputs:\n      mode: { default: live }\n";
const withoutInputs = "on:\n  workflow_dispatch:\n";

describe("how an operation is reviewed", () => {
  test.each(["review", "live"] as const)(
    "an operation with a mode is started in review mode, regardless of the settings (%s)",
    (mode) =>
      expect(evaluate(withMode, mode)).toEqual({
        state: "ready",
        name: "triage",
        file: "triage.yml",
        inputs: { mode: "review" },
      }),
  );

  test.each([
    ["a block", withoutInputs],
    ["a word", "on: workflow_dispatch\n"],
    ["a list", "on: [push, workflow_dispatch]\n"],
  ])("one without a mode runs as it is in review mode, its trigger written as %s", (_, text) => {
    expect(evaluate(text, "review")).toMatchObject({ state: "ready", inputs: {} });
  });

  test("one without a mode is never started in live mode", () => {
    expect(evaluate(withoutInputs, "live")).toMatchObject({
      state: "blocked",
      reason: "the mode is live, and its workflow has no input that limits a run to review",
    });
  });

  test.each([
    ["runs on a schedule only", "on:\n  schedule:\n    - cron: '0 3 * * *'\n"],
    ["is empty", ""],
  ])("an operation whose workflow %s is blocked, with a fix", (_, text) => {
    expect(evaluate(text, "review")).toEqual({
      state: "blocked",
      name: "triage",
      reason: "its workflow cannot be started manually",
      next: "Add a workflow_dispatch trigger to triage",
    });
  });

  test("an operation whose workflow is not YAML is blocked", () => {
    expect(evaluate("on: [unclosed\n", "review")).toEqual({
      state: "blocked",
      name: "triage",
      reason: "its workflow is not valid YAML",
      next: "Fix triage.yml",
    });
  });

  test.each(["false", "False", "FALSE"])("a kill switch of %s switches it off", (value) => {
    expect(evaluate(withMode, "review", value)).toEqual({
      state: "off",
      name: "triage",
      reason: "TRIAGE_ENABLED is false",
    });
  });

  test.each([undefined, "true", ""])("a kill switch of %s leaves it on", (value) => {
    expect(evaluate(withMode, "review", value).state).toBe("ready");
  });
});
