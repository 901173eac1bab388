import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openFlowJournal } from "../../src/commands/flow-journal.ts";
import { wireRotation } from "../../src/commands/rotate-deps.ts";
import type { Connection } from "../../src/forge/connection.ts";
import { resolveHost } from "../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../src/forge/repository-name.ts";

const profile = resolveHost("forge.example");
const repository = requireRepositoryName("acme/control", "--repo");

test("a rotation knows what the setups and the rotations of this machine have done", async () => {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-state-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const env = { XDG_STATE_HOME: folder };
  for (const flow of ["setup", "rotate"] as const) {
    const journal = await openFlowJournal(env, { profile, repository, flow });
    await journal.finishStep(`${flow} was done`, true);
  }
  const { readKnownSteps } = wireRotation({
    connection: { profile } as Connection,
    repository,
    wanted: undefined,
    noBrowserBecause: undefined,
    openLink: () => Promise.resolve(true),
    env,
  });
  expect(await readKnownSteps()).toEqual({
    setUp: new Map([["setup was done", true]]),
    rotation: new Map([["rotate was done", true]]),
  });
});
