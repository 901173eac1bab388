import { statSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Runs the small tests of one room first. They detect most changes, and the first detection ends
 * the run.
 */
export class NearFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((one, other) => costOf(one) - costOf(other)));
  }
}

/**
 * Estimates the duration of a test file. Tests of flows, commands and the embedded forge are
 * slowest, and larger files take longer.
 */
function costOf({ moduleId }: TestSpecification): number {
  const isFar = /\/test\/(flows|commands|emulator)\//.test(moduleId);
  return statSync(moduleId).size + (isFar ? 1_000_000 : 0);
}
