import { expect, test } from "vitest";
import type { ExaminedRuntime } from "../../src/firewall/examine-runtimes.ts";
import { checkMachine } from "../../src/firewall/check-machine.ts";

const hints = [
  { say: "Give it a profile", command: "sudo tee" },
  { say: "See what this machine has", command: "gatehouse firewall doctor" },
];
const runtime = (name: ExaminedRuntime["name"], works: boolean): ExaminedRuntime => ({
  name,
  works,
  because: works ? "it starts" : "it does not",
  unlimited: [],
  hints: works ? [] : hints,
});

test("one way that works is enough: the others are no failure, and need no mending", () => {
  const findings = checkMachine([runtime("bubblewrap", false), runtime("docker", true)], undefined);
  expect(findings.map(({ state }) => state)).toEqual(["unknown", "pass"]);
  expect(findings.flatMap((finding) => finding.hints ?? [])).toEqual([]);
});

test("a limit that nothing enforces is named, and is not a failure", () => {
  const findings = checkMachine(
    [{ ...runtime("bubblewrap", true), unlimited: ["memory", "pids"] }],
    undefined,
  );
  expect(findings).toEqual([
    { subject: "bubblewrap", state: "pass", detail: "it starts; not limited: memory, pids" },
  ]);
});

test("where none works each has failed, and says what mends it, but not to look here again", () => {
  const findings = checkMachine([runtime("bubblewrap", false)], undefined);
  expect(findings).toMatchObject([{ state: "fail", hints: [{ say: "Give it a profile" }] }]);
});

test("where only docker is there and does not start, bubblewrap is named", () => {
  const findings = checkMachine([runtime("docker", false)], undefined);
  expect(findings.at(-1)).toMatchObject({
    subject: "bubblewrap",
    state: "absent",
    hints: [{ command: "sudo apt-get install bubblewrap" }],
  });
});

test("a machine without any runtime is told which there are", () => {
  expect(checkMachine([], undefined)).toMatchObject([
    { subject: "Runtimes", state: "fail", hints: [{ command: expect.stringContaining("apt") }] },
  ]);
});

test("each tool is told; a trial that said nothing has failed, with its complaint", () => {
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
