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

describe("the review run of an operation", () => {
  test.each(["review", "live"] as const)(
    "always uses review mode if the workflow has a mode input (settings: %s)",
    (mode) =>
      expect(evaluate(withMode, mode)).toEqual({
        state: "ready",
        name: "triage",
        file: "triage.yml",
        inputs: { mode: "review" },
      }),
  );

  test.each([
    ["a mapping", withoutInputs],
    ["a string", "on: workflow_dispatch\n"],
    ["a list", "on: [push, workflow_dispatch]\n"],
  ])("has no inputs if the workflow has no mode input and a trigger written as %s", (_, text) => {
    expect(evaluate(text, "review")).toMatchObject({ state: "ready", inputs: {} });
  });

  test("is blocked in live mode if the workflow has no mode input", () => {
    expect(evaluate(withoutInputs, "live")).toMatchObject({
      state: "blocked",
      reason: "the mode is live, and its workflow has no input that limits a run to review",
    });
  });

  test.each([
    ["runs only on a schedule", "on:\n  schedule:\n    - cron: '0 3 * * *'\n"],
    ["is empty", ""],
  ])("is blocked, with a fix, if the workflow %s", (_, text) => {
    expect(evaluate(text, "review")).toEqual({
      state: "blocked",
      name: "triage",
      reason: "its workflow cannot be started manually",
      next: "Add a workflow_dispatch trigger to triage",
    });
  });

  test("is blocked if the workflow is not YAML", () => {
    expect(evaluate("on: [unclosed\n", "review")).toEqual({
      state: "blocked",
      name: "triage",
      reason: "its workflow is not valid YAML",
      next: "Fix triage.yml",
    });
  });

  test.each(["false", "False", "FALSE"])(
    "is not started if the kill switch has the value %s",
    (value) => {
      expect(evaluate(withMode, "review", value)).toEqual({
        state: "off",
        name: "triage",
        reason: "TRIAGE_ENABLED is false",
      });
    },
  );

  test.each([undefined, "true", ""])("is started if the kill switch has the value %s", (value) => {
    expect(evaluate(withMode, "review", value).state).toBe("ready");
  });
});
