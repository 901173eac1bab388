import { defineConfig } from "vitest/config";
import { embedScriptsInTests } from "../embed-scripts.mjs";
import { NearFirst } from "./near-first.ts";
import { globalSetup, tests } from "../../vitest.config.ts";

const near = process.env["MUTATE_NEAR"]?.split(",");

export default defineConfig({
  plugins: [embedScriptsInTests],
  test: {
    ...tests,
    globalSetup,
    // A fixed seed, so that the result of a run does not depend on a random sample.
    provide: { sample: { seed: 1, isFull: true } },
    include: (near ?? ["**"]).map((room) => `test/${room}/**/*.test.{ts,tsx}`),
    // Programs that tests start as separate processes are built without mutants.
    exclude: [
      ...["browser", "system", "terminal"].map((folder) => `test/${folder}/**`),
      "test/commands/*.test.ts",
      "test/compiler/scripts/embedded-scripts.test.ts",
      "test/readme/**",
      "test/rooms.test.ts",
      "test/scripts/**",
    ],
    sequence: { sequencer: NearFirst },
  },
});
