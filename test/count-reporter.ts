import type { Reporter, TestModule, Vitest } from "vitest/node";

/**
 * Prints the seed of the samples, and finally one line that a script can parse: `N passed, N
 * failed[, N skipped]`.
 */
export default class CountReporter implements Reporter {
  #sample = "";

  onInit({ config }: Vitest): void {
    const { seed, isFull } = config.provide.sample ?? { seed: 0, isFull: true };
    this.#sample = isFull
      ? `All cases of the sweeps ran, with seed ${seed}.`
      : `The sweeps ran a sample. To repeat it, set GATEHOUSE_TEST_SEED=${seed}.`;
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) counts[test.result().state] += 1;
      // A file that fails to load contains zero tests, and a failing hook skips its tests. The
      // reporter counts both.
      const locations = [module, ...module.children.allSuites()];
      counts.failed += locations.flatMap((location) => location.errors()).length;
    }
    const skipped = counts.skipped + counts.pending;
    const line = `${counts.passed} passed, ${counts.failed} failed`;
    // The default reporter prints its summary in the same turn, but this line must be the last.
    process.once("exit", () => {
      process.stdout.write(`${this.#sample}\n${skipped ? `${line}, ${skipped} skipped` : line}\n`);
    });
  }
}
