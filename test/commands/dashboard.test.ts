import { expect, test } from "vitest";
import { installProgram } from "./installed-program.ts";

const program = installProgram();
const dashboard = ["dashboard", "--host", "emulator", "--repo", "acme/control"];

test.each([
  [["--json"], "--json prints one document, so that it needs --once."],
  [["--every", "9"], '--every takes a whole number from 10 on, not "9".'],
  [["--every", "1.5"], '--every takes a whole number from 10 on, not "1.5".'],
  [["--budget", "many"], '--budget takes a whole number from 60 on, not "many".'],
])("%j is a usage error with an explanation", async (options, reason) => {
  const { code, err } = await program.run([...dashboard, ...options]);
  expect(code).toBe(2);
  expect(err).toContain(reason);
});

test("without a terminal it names the command that prints it once", async () => {
  const { code, out, err } = await program.run(dashboard);
  expect([code, out]).toEqual([2, ""]);
  expect(err).toContain("Found no live screen here: standard input is not a terminal.");
  expect(err).toContain("gatehouse dashboard --host emulator --repo acme/control --once");
});
