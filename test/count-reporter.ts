import type { Reporter, TestModule } from "vitest/node";

/** Names what needed a second try, and ends the run with one line that a script can read: `N passed, N failed[, N skipped]`. */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const unsteady: string[] = [];
    const counts = { passed: 0, failed: errors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        counts[test.result().state] += 1;
        if (test.diagnostic()?.flaky)
          unsteady.push(`${module.relativeModuleId} > ${test.fullName}`);
      }
      // A file that does not load has no tests, and a hook that fails skips them; neither may vanish.
      const places = [module, ...module.children.allSuites()];
      counts.failed += places.flatMap((place) => place.errors()).length;
    }
    const skipped = counts.skipped + counts.pending;
    const line = `${counts.passed} passed, ${counts.failed} failed`;
    // The default reporter prints its summary in the same turn; this line has to be the last.
    process.once("exit", () => {
      for (const name of unsteady) process.stdout.write(`passed at the second try: ${name}\n`);
      process.stdout.write(`${skipped ? `${line}, ${skipped} skipped` : line}\n`);
    });
  }
}
