import { expect, test } from "vitest";
import { described, openScopeBench, readDecision } from "./scope-bench.ts";

/** @see spec/credentials.md: "Visibility of the control repository does not decide target access." */
test.each([
  ["acme/web", "workflow-token"],
  ["acme/api", "app"],
])(
  "the credential for %s is the same for every visibility of the control repository: %s",
  async (target, profile) => {
    const choices = [];
    for (const visibility of ["public", "private", "internal"]) {
      const bench = await openScopeBench();
      await bench.changeWorld({ repositories: { "acme/control": { visibility } } });
      const { error } = await bench.setUpScope({ ...described, targets: [target] });
      expect(error).toBeUndefined();
      choices.push((await readDecision(bench))?.choice);
    }
    expect(choices[0]).toMatchObject({ profile });
    expect(choices).toEqual([choices[0], choices[0], choices[0]]);
  },
);
