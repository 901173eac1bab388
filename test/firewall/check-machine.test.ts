import { expect, test } from "vitest";
import type { ExaminedRuntime } from "../../src/firewall/examine-runtimes.ts";
import { checkMachine } from "../../src/firewall/check-machine.ts";

const hints = [
  { text: "Give it a profile", command: "sudo tee" },
  { text: "See what this machine has", command: "gatehouse firewall doctor" },
];
const runtime = (name: ExaminedRuntime["name"], works: boolean): ExaminedRuntime => ({
  name,
  works,
  reason: works ? "it starts" : "it does not",
  milliseconds: works ? 43 : 0,
  unlimited: [],
  uncaught: [],
  hints: works ? [] : hints,
});

test("one working runtime is sufficient: other runtimes are not failures, and need no fix", () => {
  const findings = checkMachine([runtime("bubblewrap", false), runtime("docker", true)], undefined);
  expect(findings.map(({ state }) => state)).toEqual(["unknown", "pass"]);
  expect(findings.flatMap((finding) => finding.hints ?? [])).toEqual([]);
});

test("the first runtime that works is the one that runs use, and the time of each start is shown", () => {
  const findings = checkMachine([runtime("bubblewrap", true), runtime("docker", true)], undefined);
  expect(findings.map(({ detail }) => detail)).toEqual([
    "it starts; starts in 43 ms; used for runs",
    "it starts; starts in 43 ms",
  ]);
});

test("limits that cannot be enforced and ports that are not captured are reported, but are not failures", () => {
  const lacks = { unlimited: ["memory", "pids"], uncaught: [80, 443] } as const;
  const findings = checkMachine([{ ...runtime("bubblewrap", true), ...lacks }], undefined);
  expect(findings).toEqual([
    {
      subject: "bubblewrap",
      state: "pass",
      detail:
        "it starts; starts in 43 ms; used for runs; not limited: memory, pids; ports not captured: 80, 443",
    },
  ]);
});

test("if only docker works, bubblewrap is recommended, because it starts faster", () => {
  expect(checkMachine([runtime("docker", true)], undefined).at(-1)).toMatchObject({
    subject: "bubblewrap",
    state: "absent",
    detail: "not installed; it starts faster than docker",
    hints: [{ command: "sudo apt-get install bubblewrap" }],
  });
});

test("if no runtime works, each runtime is a failure with a fix, but without the advice to check again", () => {
  const findings = checkMachine([runtime("bubblewrap", false)], undefined);
  expect(findings).toMatchObject([{ state: "fail", hints: [{ text: "Give it a profile" }] }]);
});

test("if only docker is installed and does not start, bubblewrap is recommended", () => {
  const findings = checkMachine([runtime("docker", false)], undefined);
  expect(findings.at(-1)).toMatchObject({
    subject: "bubblewrap",
    state: "absent",
    hints: [{ command: "sudo apt-get install bubblewrap" }],
  });
});

test("on a machine without a runtime, the supported runtimes are listed", () => {
  expect(checkMachine([], undefined)).toMatchObject([
    { subject: "Runtimes", state: "fail", hints: [{ command: expect.stringContaining("apt") }] },
  ]);
});

test("each tool is reported; a trial without output is a failure with its error message", () => {
  const working = [runtime("bubblewrap", true)];
  const curl = { tool: "curl", state: "fail", detail: "unknown CA" } as const;
  expect(checkMachine(working, { tools: [curl], complaint: "" }).at(-1)).toEqual({
    subject: "curl",
    state: "fail",
    detail: "unknown CA",
  });
  expect(checkMachine(working, { tools: [], complaint: "no disk" }).at(-1)).toMatchObject({
    state: "fail",
    detail: expect.stringContaining("no disk"),
  });
});
