import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const real = ["terminal", "browser", "system"].map((folder) => `test/${folder}/**`);

/** Programs, sockets and disks are waited for: one worker more than there are cores keeps the cores at work. */
const workers = availableParallelism() + 1;

export default defineConfig({
  test: {
    reporters: ["default", "./test/count-reporter.ts"],
    projects: [
      {
        test: {
          name: "unit",
          globalSetup: "test/keys/key-pool.ts",
          include: ["test/**/*.test.{ts,tsx}"],
          exclude: real,
          maxWorkers: workers,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          // A real terminal, browser, keychain or forge CLI: one file after another, two cores only.
          name: "real",
          globalSetup: "test/keys/key-pool.ts",
          include: real.map((folder) => `${folder}/*.test.{ts,tsx}`),
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
