import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { forgetProofs, keepProofs, readSetUpProofs } from "../../src/commands/set-up-proofs.ts";
import { openFlowJournal } from "../../src/commands/flow-journal.ts";
import { journalPath } from "../../src/commands/journal-path.ts";
import type { StoredCredential } from "../../src/credentials/credential.ts";
import { resolveHost } from "../../src/forge/host-profile.ts";
import type { JournalFile } from "../../src/prompts/journal.ts";
import { requireRepositoryName } from "../../src/forge/repository-name.ts";

const location = {
  profile: resolveHost("forge.example"),
  repository: requireRepositoryName("acme/control", "--repo"),
};
const at = "2026-11-21T09:00:00.000Z";
const repositories = ["acme/control", "acme/api"];
const appOf = (role: "read" | "write") => ({
  role,
  clientId: `Iv1.${role}`,
  repositories,
  keyDate: at,
  proof: { installationId: 7, updatedAt: at, provedAt: at },
});
const pat = {
  environment: "guarded",
  repositories,
  proof: { storedAt: at, expiresAt: "2026-12-21T09:00:00.000Z", provedAt: at },
};

let env: NodeJS.ProcessEnv;
beforeEach(async () => {
  const home = mkdtempSync(join(tmpdir(), "gatehouse-proofs-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  env = { XDG_STATE_HOME: home };
  await keepProofs(env, location, { proved: [appOf("read"), appOf("write")], refuted: [], pat });
});

/** Returns the credentials that are currently proved to work. */
async function proved(): Promise<StoredCredential[]> {
  const { proofOf, patProofOf } = await readSetUpProofs(env, location);
  return [
    ...(proofOf("read", "Iv1.read", at) ? (["read-app"] as const) : []),
    ...(proofOf("write", "Iv1.write", at) ? (["write-app"] as const) : []),
    ...(patProofOf(pat) ? (["pat"] as const) : []),
  ];
}

test("a proof is visible to later commands", async () => {
  expect(await proved()).toEqual(["read-app", "write-app", "pat"]);
});

test.each<[StoredCredential, StoredCredential[]]>([
  ["read-app", ["write-app", "pat"]],
  ["write-app", ["read-app", "pat"]],
  ["pat", ["read-app", "write-app"]],
])("the proofs of an exposed %s are discarded, and the others remain", async (credential, left) => {
  await forgetProofs(env, location, credential);
  expect(await proved()).toEqual(left);
});

test("a refuted proof is discarded, separately for each credential", async () => {
  const none = { proved: [], refuted: [] };
  await keepProofs(env, location, none);
  expect(await proved()).toEqual(["read-app", "write-app", "pat"]);
  await keepProofs(env, location, { ...none, pat: { ...pat, proof: undefined } });
  expect(await proved()).toEqual(["read-app", "write-app"]);
  await keepProofs(env, location, { ...none, refuted: [{ role: "read", clientId: "Iv1.read" }] });
  expect(await proved()).toEqual(["write-app"]);
});

test("during a setup, proofs are not stored, and an error reports the proofs that should be discarded", async () => {
  const lock = `${journalPath(env, { ...location, flow: "setup" })}.lock`;
  writeFileSync(lock, `${process.ppid} another process\n`, { mode: 0o600 });
  const { role, clientId } = appOf("read");
  await keepProofs(env, location, { proved: [], refuted: [{ role, clientId }] });
  expect(await proved()).toContain("read-app");
  await expect(forgetProofs(env, location, "pat")).rejects.toThrow(
    `Another gatehouse process (PID ${process.ppid}) is using `,
  );
  expect(await proved()).toContain("pat");
});

test("a journal of another version stays as it is, so that setup still reports it", async () => {
  const path = journalPath(env, { ...location, flow: "setup" });
  const { header, steps } = JSON.parse(readFileSync(path, "utf8")) as JournalFile;
  const answers = [{ id: "scope", value: "later" }];
  writeFileSync(path, JSON.stringify({ header: { ...header, version: 1 }, answers, steps }));
  await keepProofs(env, location, {
    proved: [],
    refuted: [{ role: "read", clientId: "Iv1.read" }],
  });
  expect(await proved()).toEqual(["write-app", "pat"]);
  const kept = JSON.parse(readFileSync(path, "utf8")) as JournalFile;
  expect(kept).toMatchObject({ header: { version: 1 }, answers });
  const setup = await openFlowJournal(env, { ...location, flow: "setup" }, "setup");
  expect(setup.olderCopy).toBe(path.replace("setup.json", "setup.v1.json"));
});
