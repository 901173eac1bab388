import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { listSources } from "./import-graph.ts";
import { findMisplacedTests, layerOf, readLoads } from "./test-layers.ts";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

test("no unit test can start a process, and each program test can", () => {
  const files = listSources(root, ["test"]);
  const loads = files.flatMap((path) => readLoads(root, path));
  expect(findMisplacedTests(files, loads)).toEqual([]);
});

test("reports a unit test that can start a process through another module", () => {
  const loads = [
    { from: "test/forge/bench.ts", to: "node:child_process" },
    { from: "test/forge/a.test.ts", to: "test/forge/bench.ts" },
    { from: "test/forge/b.program.test.ts", to: "test/forge/bench.ts" },
  ];
  const files = ["test/forge/a.test.ts", "test/forge/b.program.test.ts"];
  expect(findMisplacedTests(files, loads)).toEqual([
    "test/forge/a.test.ts can start a process: name it *.program.test.ts",
  ]);
});

test("reports a program test that cannot start a process", () => {
  expect(findMisplacedTests(["test/forge/a.program.test.ts"], [])).toEqual([
    "test/forge/a.program.test.ts cannot start a process",
  ]);
});

test("an import of values loads its module, an import of types does not", () => {
  const loads = readLoads(root, "test/rooms/test-layers.ts").map(({ to }) => to);
  expect(loads).toEqual(["node:fs", "node:path", "test/layers.ts"]);
});

test.each([
  ["test/pty/next-steps/sources.test.ts", "terminal"],
  ["test/browser/pictures.test.ts", "browser"],
  ["test/system/keychain.test.ts", "system"],
  ["test/commands/cli.test.ts", "program"],
  ["test/commands/outcomes/print-check.test.ts", "unit"],
  ["test/forge/a.program.test.ts", "program"],
  ["test/rooms.test.ts", "unit"],
  ["test/layers.ts", undefined],
])("%s is in the layer %s", (path, layer) => {
  expect(layerOf(path)).toBe(layer);
});
