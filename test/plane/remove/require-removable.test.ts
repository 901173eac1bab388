import { expect, test } from "vitest";
import { NotRemovable, requireRemovable } from "../../../src/plane/remove/require-removable.ts";
import { readRepository } from "../../../src/forge/resources/repositories.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { openBench } from "../../forge/forge-bench.ts";

const control = requireRepositoryName("acme/control", "--repo");

test("a renamed, archived or unadministered repository is refused before any deletion", async () => {
  const { client, profile } = await openBench();
  const found = await readRepository(client, control);
  const evaluate = (change: Partial<typeof found>) => () =>
    requireRemovable(profile, control, { ...found, kept: 0, ...change });
  expect(evaluate({})).not.toThrow();
  expect(evaluate({ fullName: "Acme/Control" })).not.toThrow();
  expect(evaluate({ fullName: "acme/plane" })).toThrow(
    "acme/control was renamed to acme/plane. Nothing was removed.",
  );
  expect(evaluate({ isArchived: true })).toThrow("is archived");
  expect(evaluate({ isAdministered: false })).toThrow(
    "You need the Admin role in acme/control. Nothing was removed.",
  );
});

test("local data under a repository's earlier name is reported with the new name", async () => {
  const { client, profile } = await openBench();
  const found = await readRepository(client, control);
  const hintsOf = (kept: number) => {
    try {
      requireRemovable(profile, control, { ...found, fullName: "acme/plane", kept });
    } catch (error) {
      return error instanceof NotRemovable ? error.hints.map(({ text }) => text) : [];
    }
    return [];
  };
  expect(hintsOf(0)).toEqual(["Use the new name"]);
  expect(hintsOf(1)).toEqual([
    "The state directory still contains 1 file under the old name",
    "Use the new name",
  ]);
});
