import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { writeOutput } from "../../../src/compiler/project/locate-output.ts";
import { failureOf } from "../../forge/forge-bench.ts";
import { makeFolder } from "../../temporary-folder.ts";

test("a pipeline is written into a new directory", async () => {
  const path = join(makeFolder("outputs"), "below/probe.yml");
  expect(await writeOutput(path, "a: b\n")).toBe("written");
  expect(readFileSync(path, "utf8")).toBe("a: b\n");
  expect(await writeOutput(path, "a: b\n", { before: "a: b\n" })).toBe("the same");
});

test("a deleted directory of a definition is not created again", async () => {
  const path = join(makeFolder("outputs"), "agents/probe.yml");
  const { message } = await failureOf(writeOutput(path, "a: b\n", { folder: "there" }));
  expect(message).toContain(`Could not write ${path}: part of the path does not exist.`);
  expect(existsSync(dirname(path))).toBe(false);
});
