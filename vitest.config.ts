import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const globalSetup = ["test/keys/key-pool.ts", "test/run-folder.ts"];
const real = ["terminal", "browser", "system"].map((folder) => `test/${folder}/**`);
/** They kill and stop several setups at a time, and take longest. */
const busy = ["test/system/setup-kill.test.ts", "test/system/setup-stop.test.ts"];

/** Tests wait for programs, sockets and disks: with one worker more than there are cores, a core rarely does. */
const workers = availableParallelism() + 1;

const common = {
  globalSetup,
  // No source keeps anything in a module that another file could notice; to load all of them anew for each file was two fifths of the time.
  isolate: false,
  unstubEnvs: true,
  restoreMocks: true,
};

export const unit = {
  ...common,
  name: "unit",
  include: ["test/**/*.test.{ts,tsx}"],
  exclude: real,
  maxWorkers: workers,
  testTimeout: 20_000,
  // The first file that starts the program builds it.
  hookTimeout: 60_000,
};

/** A real terminal, browser, keychain or forge CLI: whoever waits for one leaves a core to two others. */
const outside = {
  ...common,
  maxWorkers: workers + 1,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  sequence: { groupOrder: 1 },
};

export default defineConfig({
  test: {
    reporters: ["default", "./test/count-reporter.ts"],
    projects: [
      { test: unit },
      // Of projects of one order, vitest begins with the first by name: what takes longest is not left for the end.
      { test: { ...outside, name: "busy", include: busy } },
      {
        test: {
          ...outside,
          name: "real",
          include: real.map((folder) => `${folder}/*.test.{ts,tsx}`),
          exclude: busy,
        },
      },
    ],
  },
});
