import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { listStoredKeys } from "../../../flows/rotate/refuse-stored-key.ts";
import { abandonedStep, stageStep } from "../../../src/plane/rotate/journal-steps.ts";
import type { SecretQuestion, TextQuestion } from "../../../src/prompts/prompter.ts";
import { appRecords } from "../../../src/credentials/records.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { storedStep } from "../../../src/plane/setup/journal-steps.ts";
import { appClient, clientId, files, fingerprintOf, replace } from "./replace-bench.ts";
import { at, location } from "./rotations.ts";

const [before, later] = ["2026-11-20T09:00:00Z", "2026-11-22T09:00:00Z"];
const setUp = (...fingerprints: string[]) =>
  new Map(
    fingerprints.map((each) => [storedStep({ ...location, role: "read" }, "Iv1.r", each).id, true]),
  );
/** Returns an abandoned rotation that stored this key. */
const rotation = (fingerprint: string) => {
  const { id } = stageStep(location, "stored", { credential: "read-app", fingerprint });
  const left = { startedAt: at, by: "mona", credentials: ["read-app"], abandonedAt: at };
  return new Map([[abandonedStep(location, at).id, { ...left, steps: [id] }]]);
};
const nothing = new Map<string, unknown>();
const list = (
  steps: Parameters<typeof listStoredKeys>[0],
  now: { date?: string; clientId?: string } = {},
) => {
  const { date, clientId = "Iv1.r" } = now;
  return listStoredKeys(steps, { ...location, role: "read", clientId, date });
};

describe("the stored key", () => {
  test("is the last key that a setup stored for this App", () => {
    const steps = { setUp: setUp("SHA256:a", "SHA256:b"), rotation: nothing };
    expect(list(steps)).toEqual(["SHA256:b"]);
    expect(list(steps, { date: later })).toEqual(["SHA256:b"]);
    expect(list(steps, { clientId: "Iv1.other" })).toEqual([]);
  });

  test("is the key from the rotation and no longer the key from the setup, which can be used again", () => {
    const steps = { setUp: setUp("SHA256:a"), rotation: rotation("SHA256:b") };
    expect(list(steps, { date: before })).toEqual(["SHA256:b"]);
    expect(list(steps)).toEqual(["SHA256:b"]);
    // The forge's clock differs from ours and counts whole seconds.
    const soonAfter = new Date(Date.parse(at) + 2000).toISOString();
    expect(list(steps, { date: soonAfter })).toEqual(["SHA256:b"]);
  });

  test("may be the key from the setup again if the secret is newer than the rotation", () => {
    const steps = { setUp: setUp("SHA256:a"), rotation: rotation("SHA256:b") };
    expect(list(steps, { date: later })).toEqual(["SHA256:b", "SHA256:a"]);
  });

  test("is unknown if this machine did not store a key", () => {
    expect(list({ setUp: nothing, rotation: nothing }, { date: later })).toEqual([]);
  });
});

describe("a key that is already stored", () => {
  const fingerprint = fingerprintOf("old.pem");
  const date = "2026-11-20T08:00:00Z";
  const says = `This is the key that is already stored (${fingerprint}, stored on 2026-11-20).`;
  const known = {
    readRecords: () =>
      Promise.resolve({
        variables: new Map([[appRecords.read.variable, clientId]]),
        secrets: new Set([appRecords.read.secret]),
        secretDates: new Map([[appRecords.read.secret, date]]),
      }),
    readKnownSteps: () => {
      const { id } = storedStep({ ...location, role: "read" }, clientId, fingerprint);
      return Promise.resolve({ setUp: new Map([[id, true]]), rotation: new Map() });
    },
    appClient: () => {
      throw new Error("the forge is asked");
    },
  };

  test("is refused when its file is named, and nothing is stored", async () => {
    const { error, asked, stored, journal } = await replace({
      ...known,
      answers: { "read-key-file": "old.pem" },
    });
    expect(error?.message).toContain(says);
    expect(asked.at(-1)).toBe("read-key-proof");
    expect(stored).toEqual([]);
    expect([...journal.steps()]).toEqual([]);
  });

  test("keeps the field open, whether the key is given as a file or pasted", async () => {
    const named = await replace({ ...known, answers: { "read-key-file": "old.pem" } });
    const path = named.questions["read-key-file"] as TextQuestion;
    expect(await path.checkAsync?.("old.pem")).toContain(says);
    const paste = { "read-key-from": "paste" };
    const folder = mkdtempSync(join(tmpdir(), "gatehouse-key-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "pasted");
    writeFileSync(file, files["old.pem"] ?? "");
    const pasted = await replace({ ...known, answers: paste, secrets: { "read-key": { file } } });
    const key = pasted.questions["read-key"] as SecretQuestion;
    expect(key.check?.(new Secret(files["old.pem"] ?? ""))).toContain(says);
    expect(key.check?.(new Secret(files["new.pem"] ?? ""))).toBeUndefined();
    expect(pasted.stored).toEqual([]);
  });

  test("is refused if an earlier run received its file", async () => {
    const fail = () => Promise.reject(new Error("killed"));
    const answers = { "read-key-file": "old.pem" };
    const { readRecords } = known;
    const { journal } = await replace({ storeCredential: fail, readRecords, answers });
    expect(journal.answers()).toContainEqual({ id: "read-key-file", value: "old.pem" });
    const { error, stored } = await replace({ ...known, journal });
    expect(error?.message).toContain(says);
    expect(stored).toEqual([]);
  });

  test("does not block a different key", async () => {
    const { stored } = await replace({ ...known, appClient });
    expect(stored).toEqual([`read ${clientId} new.pem`]);
  });
});
