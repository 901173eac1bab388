// Mutation tests, started by scripts/mutate.mjs: they show which changes the unit tests do not detect.

/** @type {import("@stryker-mutator/api/core").PartialStrykerOptions} */
export default {
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "scripts/mutate/vitest.config.ts", related: true },
  coverageAnalysis: "perTest",
  concurrency: 2,
  // A top-level constant is evaluated once per test file, so its mutants cost a run of every test that loads it.
  ignoreStatic: true,
  // Terminal tests check texts; an empty text does not change what the program does.
  mutator: { excludedMutations: ["StringLiteral"] },
  disableTypeChecks: false,
  // Stryker would rewrite tsconfig.json with an API that TypeScript 7 does not have; no path in it needs that.
  tsconfigFile: "none",
  ignorePatterns: ["dist", "docs", ".cache/**", "!.cache/test-keys.json"],
  tempDirName: ".cache/mutation/sandboxes",
  incremental: true,
  // Tests of other rooms may detect what a room's own tests do not.
  incrementalFile: `.cache/mutation/${process.env["MUTATE_NEAR"] ? "near" : "all"}.json`,
  reporters: ["json"],
  jsonReporter: { fileName: ".cache/mutation/report.json" },
  dryRunTimeoutMinutes: 15,
  timeoutMS: 10_000,
};
