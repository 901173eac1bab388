import { expect, test } from "vitest";
import { pairSteps } from "../../../src/compiler/choice/pair-steps.ts";
import { readablePipeline } from "../../../src/compiler/choice/readable-pipeline.ts";

const pipeline = (steps: readonly string[]) =>
  ["name: probe", "jobs:", "- job: Agent", "  timeoutInMinutes: 5", "  steps:", ...steps].join(
    "\n",
  );
const step = (name: string, line: string) => `  - bash: |\n      ${line}\n    displayName: ${name}`;

test("steps are paired by their names without version numbers", () => {
  const before = pipeline([step("Install agent-cli 1.0", "get 1.0"), step("Run the agent", "go")]);
  const after = pipeline([step("Install agent-cli 2.0", "get 2.0"), step("Run the agent", "go")]);
  expect(pairSteps(before, after)).toEqual([
    {
      title: "Agent: Install agent-cli 2.0",
      before: step("Install agent-cli 1.0", "get 1.0"),
      after: step("Install agent-cli 2.0", "get 2.0"),
    },
  ]);
});

test("an added or deleted step has no counterpart", () => {
  const [run, mint] = [step("Run the agent", "go"), step("'Mint the engine''s token'", "mint")];
  const title = "Agent: Mint the engine's token";
  expect(pairSteps(pipeline([run]), pipeline([mint, run]))).toEqual([
    { title, before: "", after: mint },
  ]);
  expect(pairSteps(pipeline([mint, run]), pipeline([run]))).toEqual([
    { title, before: mint, after: "" },
  ]);
});

test("the lines above the steps of a job are a separate part", () => {
  const before = pipeline([step("Run the agent", "go")]);
  const after = before.replace("timeoutInMinutes: 5", "timeoutInMinutes: 9");
  expect(pairSteps(before, after)).toMatchObject([{ title: "Agent" }]);
});

test("a long program is shortened to one line, which differs for each program", () => {
  const carry = (line: string, lines: number) => `node <<'END1'\n${`${line}\n`.repeat(lines)}END1`;
  const shown = readablePipeline(carry("x", 30));
  expect(shown).toMatch(/^node <<'END1'\n\(30 more lines, [\da-f]{12}\)\nEND1$/);
  expect(readablePipeline(carry("y", 30))).not.toBe(shown);
  expect(readablePipeline(carry("x", 3))).toBe(carry("x", 3));
});

test("a long command is shown with one option per line and is complete", () => {
  const command = `      gatehouse firewall --allow-domains "a.example" ${"--mount /a:/b ".repeat(8)}-- run --model m 2>&1 | sed`;
  const shown = readablePipeline(command);
  expect(shown.split("\n").length).toBeGreaterThan(10);
  expect(shown.replaceAll(/\n +/g, " ")).toBe(command);
});
