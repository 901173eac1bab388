import { statSync } from "node:fs";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Small tests of one room first: they notice most changes, and the first that does ends the run. */
export class NearFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((one, other) => costOf(one) - costOf(other)));
  }
}

/** Flows and forges take most of the time, the larger file more of it. */
function costOf({ moduleId }: TestSpecification): number {
  const isFar = /\/test\/(flows|commands|emulator)\//.test(moduleId);
  return statSync(moduleId).size + (isFar ? 1_000_000 : 0);
}
