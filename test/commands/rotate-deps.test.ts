import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openFlowSteps } from "../../src/commands/flow-journal.ts";
import { wireRotation } from "../../src/commands/rotate-deps.ts";
import { readSetUpProofs } from "../../src/commands/set-up-proofs.ts";
import type { Connection } from "../../src/forge/connection.ts";
import { resolveHost } from "../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../src/forge/repository-name.ts";

const profile = resolveHost("forge.example");
const repository = requireRepositoryName("acme/control", "--repo");

/** Connects a rotation to a machine whose state is in a directory of its own. */
function wireHere() {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-state-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const env = { XDG_STATE_HOME: folder };
  const deps = wireRotation({
    connection: { profile } as Connection,
    repository,
    wanted: undefined,
    noBrowserReason: undefined,
    openLink: () => Promise.resolve(true),
    env,
  });
  return { env, deps };
}

test("a rotation reads the records of earlier setups and rotations on this machine", async () => {
  const { env, deps } = wireHere();
  for (const flow of ["setup", "rotate"] as const) {
    const journal = await openFlowSteps(env, { profile, repository, flow });
    await journal.finishStep(`${flow} was done`, true);
  }
  expect(await deps.readKnownSteps()).toEqual({
    setUp: new Map([["setup was done", true]]),
    rotation: new Map([["rotate was done", true]]),
  });
});

test("a proof from a rotation counts for the status and for the next setup", async () => {
  const { env, deps } = wireHere();
  const at = "2026-11-21T09:00:00.000Z";
  const proof = { installationId: 7, updatedAt: at, provedAt: at };
  const app = { role: "read", clientId: "Iv1.read", keyDate: at, proof } as const;
  const repositories = ["acme/control", "acme/api"];
  await deps.keepProofs({ proved: [{ ...app, repositories }], refuted: [] });
  const { proofOf } = await readSetUpProofs(env, { profile, repository });
  expect(proofOf("read", "Iv1.read", at)).toEqual({ ...proof, repositories });
});
