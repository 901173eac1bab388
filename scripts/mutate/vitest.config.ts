import { defineConfig } from "vitest/config";
import { NearFirst } from "./near-first.ts";
import { unit } from "../../vitest.config.ts";

const near = process.env["MUTATE_NEAR"]?.split(",");

export default defineConfig({
  test: {
    ...unit,
    ...(near && { include: near.map((room) => `test/${room}/**/*.test.{ts,tsx}`) }),
    // A program that is started as a process of its own is built without mutants.
    exclude: [
      ...unit.exclude,
      "test/commands/*.test.ts",
      "test/readme/**",
      "test/rooms.test.ts",
      "test/scripts/**",
    ],
    // Two mutants at a time, each with the machine's tests waiting for it: what is slow is not yet hung.
    testTimeout: 60_000,
    sequence: { sequencer: NearFirst },
  },
});
