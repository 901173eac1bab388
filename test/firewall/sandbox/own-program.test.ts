import { dirname, sep } from "node:path";
import { expect, test } from "vitest";
import { ownProgram } from "../../../src/firewall/sandbox/own-program.ts";
import { requireStarter } from "../../../src/firewall/sandbox/starter.ts";

test("all that is loaded later is in the program's folder, as is the starter; Node is with it", () => {
  const [folder = "", node] = ownProgram();
  expect(dirname(requireStarter()).startsWith(folder + sep)).toBe(true);
  expect(import.meta.resolve("../../../src/cli.ts")).toContain(`${folder}/`);
  expect(node).toBe(process.execPath);
});
