import { expect, test } from "vitest";
import { memoryJournal } from "../../prompts/memory-journal.ts";
import { restoreFrom, recordIn } from "../../../src/prompts/restore-from.ts";
import {
  installedStep,
  keyDateStep,
  repositoriesStep,
} from "../../../src/plane/setup/journal-steps.ts";
import { findSetUpProofs } from "../../../src/plane/setup/set-up-proofs.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";

const location = {
  profile: { host: "forge.example" },
  repository: requireRepositoryName("acme/control", "--repo"),
};
const stored = "2026-11-21T09:00:00Z";
const earlier = ["acme/control"];
const newest = ["acme/control", "acme/web"];
const proofs = {
  earlier: { installationId: 1, updatedAt: "2026-11-20T09:00:00Z", provedAt: stored },
  newest: { installationId: 1, updatedAt: stored, provedAt: stored },
};

/**
 * Returns the proofs in the journal of a setup that saw the read App on each of these lists in
 * turn.
 */
async function prove(lists: readonly (keyof typeof proofs)[]) {
  const app = { ...location, role: "read" } as const;
  const journal = memoryJournal({ flow: "setup", version: 1, host: "forge.example", subject: "" });
  await journal.finishStep(repositoriesStep(app).id, newest);
  await journal.finishStep(keyDateStep(app, "Iv1.a").id, stored);
  for (const list of lists) {
    const names = list === "newest" ? newest : earlier;
    await recordIn(journal, installedStep(app, "Iv1.a", names), proofs[list]);
  }
  return findSetUpProofs(restoreFrom(journal), location);
}

test("if there are several proofs, the proof of the newest repository list counts", async () => {
  const { proofOf, repositoriesOf } = await prove(["newest", "earlier"]);
  expect(proofOf("read", "Iv1.a", stored)).toEqual({
    ...proofs.newest,
    repositories: newest,
  });
  expect(repositoriesOf("read")).toEqual(newest);
});

test("a proof of an earlier repository list does not count for the newest list", async () => {
  const { proofOf } = await prove(["earlier"]);
  expect(proofOf("read", "Iv1.a", stored)).toBeUndefined();
});

test.each([
  ["a key that was stored later", "Iv1.a", "2026-11-22T09:00:00Z"],
  ["another App", "Iv1.b", stored],
])("a proof does not count for %s", async (_what, clientId, date) => {
  const { proofOf } = await prove(["newest"]);
  expect(proofOf("read", clientId, date)).toBeUndefined();
  expect(proofOf("write", clientId, date)).toBeUndefined();
});
