import { expect, test } from "vitest";
import { installProgram } from "./installed-program.ts";

const program = installProgram();
const dashboard = ["dashboard", "--host", "emulator", "--repo", "acme/control"];

test.each([
  [["--json"], "✖ --json requires --once."],
  [["--every", "9"], '✖ --every must be an integer of at least 10, not "9".'],
  [["--every", "1.5"], '✖ --every must be an integer of at least 10, not "1.5".'],
  [["--budget", "many"], '✖ --budget must be an integer of at least 60, not "many".'],
])("%j is a usage error with an explanation", async (options, reason) => {
  const { code, err } = await program.run([...dashboard, ...options]);
  expect(code).toBe(2);
  expect(err).toContain(reason);
});

test("without a terminal, the error suggests the command that prints the dashboard once", async () => {
  const { code, out, err } = await program.run(dashboard);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain("✖ Cannot show the live dashboard: standard input is not a terminal.");
  expect(err).toContain("gatehouse dashboard --host emulator --repo acme/control --once");
});
