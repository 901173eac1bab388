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
 * Estimates the duration. Tests of flows and with a forge are slowest, and larger files are slower.
 */
function costOf({ moduleId }: TestSpecification): number {
  const isFar = /\/test\/(flows|commands|emulator)\//.test(moduleId);
  return statSync(moduleId).size + (isFar ? 1_000_000 : 0);
}
