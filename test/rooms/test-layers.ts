import { readFileSync } from "node:fs";
import { dirname, join, matchesGlob, posix } from "node:path";
import { excludedFrom, layerNames, layers } from "../layers.ts";
import type { Layer } from "../layers.ts";

/** Modules that start a process, a thread or a browser. */
const starters = [
  "@lydell/node-pty",
  "emulator/runner/run-script.ts",
  "execa",
  "node:child_process",
  "node:worker_threads",
  "playwright-core",
  "src/firewall/sandbox/job-control.ts",
  "src/firewall/sandbox/launch.ts",
];

/** Runs the Node steps of a workflow in the process of the test. Only other steps start a process. */
const inProcess = "test/emulator/run-node-here.ts";

/** A file of `test/`, and a module that it loads: a path from the root, or the name of a package. */
export interface Load {
  readonly from: string;
  readonly to: string;
}

/** @returns the layer that runs a test file; `undefined` if the path is not a test file */
export function layerOf(path: string): Layer | undefined {
  const matches = (patterns: readonly string[]) =>
    patterns.some((pattern) => matchesGlob(path, pattern));
  return layerNames.find((name) => matches(layers[name]) && !matches(excludedFrom(name)));
}

/** Returns the modules that a file loads. An import of types loads nothing (`verbatimModuleSyntax`). */
export function readLoads(root: string, from: string): Load[] {
  const text = readFileSync(join(root, from), "utf8");
  const clause =
    /^(?:import|export) (?!type\b)(?:[^"';]*? from )?"([^"]+)"|\bimport\("([^"]+)"\)/gm;
  return [...text.matchAll(clause)].map(([, named = "", onDemand = ""]) => {
    const name = named || onDemand;
    return { from, to: name.startsWith(".") ? posix.join(dirname(from), name) : name };
  });
}

/** Reports unit tests that can start a process, and tests named `*.program.test.ts` that cannot. */
export function findMisplacedTests(files: readonly string[], loads: readonly Load[]): string[] {
  const starting = new Set(starters);
  for (const each of starting) {
    for (const { from, to } of loads) if (to === each && from !== inProcess) starting.add(from);
  }
  return files.flatMap((path) => {
    if (layerOf(path) === "unit" && starting.has(path)) {
      return [`${path} can start a process: name it *.program.test.ts`];
    }
    const isNamed = path.includes(".program.test.");
    return isNamed && !starting.has(path) ? [`${path} cannot start a process`] : [];
  });
}
