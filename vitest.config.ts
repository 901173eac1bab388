import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const globalSetup = ["test/keys/key-pool.ts", "test/run-folder.ts"];
const real = ["terminal", "browser", "system"].map((folder) => `test/${folder}/**`);
/** They take longest: setups that are killed and stopped, every command that is printed or shown, all clients of the firewall. */
const busy = [
  "test/system/setup-kill.test.ts",
  "test/system/setup-stop.test.ts",
  "test/system/firewall/clients.test.ts",
  "test/system/firewall/load.test.ts",
  "test/terminal/next-steps/*.test.ts",
  "test/system/readme/*.test.ts",
];

/** Tests wait for programs, sockets, disks and browsers: with two workers more than there are cores, a core rarely does. */
const maxWorkers = availableParallelism() + 2;

const common = {
  globalSetup,
  maxWorkers,
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
  testTimeout: 30_000,
  // The first file that starts the program builds it.
  hookTimeout: 60_000,
};

/** A real terminal, browser, keychain or forge CLI. */
const outside = { ...common, testTimeout: 120_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    reporters: ["default", "./test/count-reporter.ts"],
    projects: [
      // Vitest begins with the first by name: what takes longest is not left for the end, where short files fill the gaps.
      { test: { ...outside, name: "busy", include: busy } },
      {
        test: {
          ...outside,
          name: "real",
          include: real.map((folder) => `${folder}/*.test.{ts,tsx}`),
          exclude: busy,
        },
      },
      { test: unit },
    ],
  },
});
