import { availableParallelism } from "node:os";
import { relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { embedScriptsInTests } from "./scripts/embed-scripts.mjs";

/** They take longest: setups that are killed and stopped, every command that is printed or shown, all clients of the firewall. */
const longest = [
  "test/terminal/next-steps/",
  "test/system/readme/",
  "test/system/setup-kill",
  "test/system/setup-stop",
  "test/system/firewall/",
  "test/terminal/",
  "test/system/",
  "test/flows/",
];

/** What takes longest is not left for the end, where short files fill the gaps. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rank(a) - rank(b));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const path = relative(import.meta.dirname, moduleId);
  const at = longest.findIndex((start) => path.startsWith(start));
  return at === -1 ? longest.length : at;
}

export const tests = {
  include: ["test/**/*.test.{ts,tsx}"],
  globalSetup: ["test/keys/key-pool.ts", "test/run-folder.ts"],
  // Tests wait for programs, sockets, disks and browsers: with two workers more than there are cores, a core rarely does.
  maxWorkers: availableParallelism() + 2,
  // No source keeps anything in a module that another file could notice; to load all of them anew for each file was two fifths of the time.
  isolate: false,
  unstubEnvs: true,
  restoreMocks: true,
  // Limits are for what hangs, on a machine that has other things to do.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 100_000 } },
  // On a machine that others use, too, what ran out of time has a second try where nobody looks on, and the report names it.
  // What is wrong is wrong the first time: a secret that shows once in a hundred runs is one that shows.
  retry: { count: process.env.CI ? 1 : 0, condition: /^Test timed out in / },
};

export default defineConfig({
  plugins: [embedScriptsInTests],
  test: {
    ...tests,
    reporters: ["default", "./test/count-reporter.ts"],
    sequence: { sequencer: LongestFirst },
  },
});
