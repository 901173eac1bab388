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
  unlimited: [],
  hints: works ? [] : hints,
});

test("one working runtime is sufficient: other runtimes are not failures, and need no fix", () => {
  const findings = checkMachine([runtime("bubblewrap", false), runtime("docker", true)], undefined);
  expect(findings.map(({ state }) => state)).toEqual(["unknown", "pass"]);
  expect(findings.flatMap((finding) => finding.hints ?? [])).toEqual([]);
});

test("a limit that cannot be enforced is reported, and is not a failure", () => {
  const findings = checkMachine(
    [{ ...runtime("bubblewrap", true), unlimited: ["memory", "pids"] }],
    undefined,
  );
  expect(findings).toEqual([
    { subject: "bubblewrap", state: "pass", detail: "it starts; not limited: memory, pids" },
  ]);
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
