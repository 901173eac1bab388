import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const globalSetup = ["test/keys/key-pool.ts", "test/run-folder.ts"];
const real = ["terminal", "browser", "system"].map((folder) => `test/${folder}/**`);
/** Keep the cores at work by themselves: they kill and stop several setups at a time. */
const busy = ["test/system/setup-kill.test.ts", "test/system/setup-stop.test.ts"];

/** Tests wait for programs, sockets and disks: with one worker more than there are cores, a core rarely does. */
const workers = availableParallelism() + 1;

export const unit = {
  name: "unit",
  globalSetup,
  include: ["test/**/*.test.{ts,tsx}"],
  exclude: real,
  maxWorkers: workers,
  // No source keeps anything in a module that another file could notice; to load all of them anew for each file was two fifths of the time.
  isolate: false,
  unstubEnvs: true,
  restoreMocks: true,
  testTimeout: 20_000,
};

export default defineConfig({
  test: {
    reporters: ["default", "./test/count-reporter.ts"],
    projects: [
      { test: unit },
      {
        test: {
          // A real terminal, browser, keychain or forge CLI.
          name: "real",
          globalSetup,
          include: real.map((folder) => `${folder}/*.test.{ts,tsx}`),
          exclude: busy,
          maxWorkers: workers,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "busy",
          globalSetup,
          include: busy,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
