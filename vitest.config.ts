import { availableParallelism } from "node:os";
import { relative } from "node:path";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { embedScriptsInTests } from "./scripts/embed-scripts.mjs";
import { excludedFrom, layerNames, layers } from "./test/layers.ts";

/** The slowest files of each layer: setups that are stopped and killed, all clients of the firewall. */
const longest = ["test/system/setup-kill", "test/system/setup-stop", "test/system/firewall/"];

/**
 * Starts the layers in their order, because a worker is reused only within a layer, and the longest files of each first, so
 * that none of them is left alone at the end.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => layerRank(a) - layerRank(b) || fileRank(a) - fileRank(b));
  }
}

function layerRank({ project }: TestSpecification): number {
  return layerNames.findIndex((name) => name === project.name);
}

function fileRank({ moduleId }: TestSpecification): number {
  const path = relative(import.meta.dirname, moduleId);
  const index = longest.findIndex((start) => path.startsWith(start));
  return index === -1 ? longest.length : index;
}

/** Set up once for a run, before the tests of all layers. */
export const globalSetup = ["test/keys/key-pool.ts", "test/run-folder.ts"];

export const tests = {
  // Tests wait for programs, sockets, disks and browsers: with three workers more than there are cores, a core rarely does.
  maxWorkers: availableParallelism() + 3,
  // No source keeps anything in a module that another file could notice; to load all of them for each file was two fifths of the time.
  isolate: false,
  unstubEnvs: true,
  restoreMocks: true,
  // Limits are for tests that hang, on a machine that is also busy with other work.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 100_000 } },
} as const;

const projects = layerNames.map((name): TestProjectInlineConfiguration => {
  const files = { include: [...layers[name]], exclude: excludedFrom(name) };
  return { plugins: [embedScriptsInTests], test: { ...tests, ...files, name } };
});

/** Chooses the samples of a run: set it to repeat one. */
const seed = Number(process.env["GATEHOUSE_TEST_SEED"] ?? Math.floor(Math.random() * 1_000_000));

export default defineConfig(({ mode }) => ({
  test: {
    projects,
    globalSetup,
    provide: { sample: { seed, isFull: mode === "full" } },
    maxWorkers: tests.maxWorkers,
    reporters: ["default", "./test/count-reporter.ts"],
    sequence: { sequencer: LongestFirst },
  },
}));
