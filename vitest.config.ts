import { defineConfig } from "vitest/config";

const quick = ["terminal", "browser", "system"].map((folder) => `test/${folder}/**`);

export default defineConfig({
  test: {
    reporters: ["default", "./test/count-reporter.ts"],
    projects: [
      {
        test: {
          name: "unit",
          globalSetup: "test/keys/key-pool.ts",
          include: ["test/**/*.test.{ts,tsx}"],
          exclude: quick,
          testTimeout: 20_000,
        },
      },
      {
        test: {
          // A real terminal, browser, keychain or forge CLI: one file after another, two cores only.
          name: "real",
          globalSetup: "test/keys/key-pool.ts",
          include: quick.map((folder) => `${folder}/*.test.{ts,tsx}`),
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
