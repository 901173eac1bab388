// Mutation tests, started by scripts/mutate.mjs: what the unit tests would not notice if it were otherwise.

/** @type {import("@stryker-mutator/api/core").PartialStrykerOptions} */
export default {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "scripts/mutate/vitest.config.ts", related: true },
  coverageAnalysis: "perTest",
  concurrency: 2,
  // A top-level constant is read once for a whole test file: its mutants cost a run of every test that loads it.
  ignoreStatic: true,
  // Texts are held by the terminal tests and by eye; an empty one says nothing about what the program does.
  mutator: { excludedMutations: ["StringLiteral"] },
  disableTypeChecks: false,
  // Stryker would rewrite tsconfig.json with an API that TypeScript 7 does not have; no path in it needs that.
  tsconfigFile: "none",
  ignorePatterns: ["dist", "docs", ".cache/**", "!.cache/test-keys.json"],
  tempDirName: ".cache/mutation/sandboxes",
  incremental: true,
  // What the tests of one room have not noticed, others may.
  incrementalFile: `.cache/mutation/${process.env["MUTATE_NEAR"] ? "near" : "all"}.json`,
  reporters: ["json"],
  jsonReporter: { fileName: ".cache/mutation/report.json" },
  dryRunTimeoutMinutes: 15,
  timeoutMS: 10_000,
};
