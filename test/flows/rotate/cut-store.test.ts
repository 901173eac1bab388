import { describe, expect, test } from "vitest";
import { startRotation } from "../../../flows/rotate/rotation-journal.ts";
import { openStep } from "../../../src/plane/rotate/journal-steps.ts";
import { recordIn } from "../../../src/prompts/restore-from.ts";
import type { ReplaceKeyDeps } from "../../../flows/rotate/replace-key.ts";
import type { AppReport } from "../../../src/plane/proof/proof-workflow.ts";
import { storedStep } from "../../../src/plane/setup/journal-steps.ts";
import { appRecords } from "../../../src/credentials/records.ts";
import type { StepOptions } from "../shared/run-step.ts";
import { clientId, fingerprintOf, replace } from "./replace-bench.ts";
import { at, location } from "./rotations.ts";

const { secret, variable } = appRecords.read;
const [fresh, old] = [fingerprintOf("new.pem"), fingerprintOf("old.pem")];
const longBefore = "2026-10-01T08:00:00Z";
const now = "2026-11-21T09:00:01Z";
const soonBefore = "2026-11-21T08:59:00Z";
const runLink = "https://forge.example/run/3";

const recordsOf = (date: string) => () =>
  Promise.resolve({
    variables: new Map([[variable, clientId]]),
    secrets: new Set([secret]),
    secretDates: new Map([[secret, date]]),
  });

const unsure =
  "It is unknown which key is stored, because an earlier run stopped while storing one. Do not delete any key yet.";

/**
 * Runs a rotation that is killed while it stores the new key. The test decides whether the request
 * succeeded.
 */
async function cut(date = longBefore) {
  const storeCredential = () => Promise.reject(new Error("killed"));
  const { journal, error } = await replace({ storeCredential, readRecords: recordsOf(date) });
  if (error?.message !== "killed") throw new Error("was not killed");
  await journal.setAnswers([]);
  const open = { startedAt: at, by: "mona", credentials: ["read-app"] } as const;
  await recordIn(journal, openStep(location), open);
  return journal;
}

/** Runs the next rotation, on a machine whose setup stored the old key. */
async function continueWith(
  journal: Awaited<ReturnType<typeof cut>>,
  date: string,
  given: Partial<ReplaceKeyDeps> & StepOptions = {},
) {
  const { id } = storedStep({ ...location, role: "read" }, clientId, old);
  return replace({
    journal,
    readRecords: recordsOf(date),
    readKnownSteps: () =>
      Promise.resolve({ setUp: new Map([[id, true]]), rotation: journal.steps() }),
    ...given,
  });
}

const runThatUsed = (keyFingerprint: string) => ({
  answers: { "failure:read-unsure": "run" },
  runProof: () =>
    Promise.resolve({
      runLink,
      reports: { read: { clientId, keyFingerprint } as AppReport },
      tokens: {},
    }),
});

describe("a run that was killed while it stored a new key", () => {
  test("leaves the stored key unknown, and the next run reports this", async () => {
    const { error, text, stored, asked, questions } = await continueWith(await cut(), now, {
      answers: { "failure:read-unsure": "stop" },
    });
    expect(text).toContain("Which Read App key is stored?");
    expect(questions["read-unsure"]?.facts).toEqual([
      { name: "New key", text: fresh },
      { name: "Earlier run", text: "stopped while storing the new key" },
      {
        name: secret,
        text: "either this key or a different one, stored on 2026-11-21",
      },
    ]);
    expect(error).toMatchObject({
      exitCode: 5,
      message: "Could not determine which Read App key is stored. Nothing was revoked.",
      hints: [{ text: "Continue the rotation", command: "gatehouse rotate --repo acme/control" }],
    });
    expect({ asked, stored }).toEqual({ asked: ["read-unsure"], stored: [] });
  });

  test("is resumed without requesting the new key again if a run has used that key", async () => {
    const journal = await cut();
    const { result, asked, stored, text } = await continueWith(journal, now, runThatUsed(fresh));
    expect(result?.rotation).toMatchObject({
      stage: "stored",
      evidence: { stored: { at, fingerprint: fresh } },
    });
    expect({ asked, stored }).toEqual({ asked: ["read-unsure"], stored: [] });
    expect(text).toContain(`The new key is stored: a run used ${fresh}.`);
    expect(await continueWith(journal, now)).toMatchObject({ asked: [], stored: [] });
  });

  test("requests the key again if a run used a different key, which is refused as the new key", async () => {
    const journal = await cut();
    const used = runThatUsed(old);
    const again = { ...used.answers, "read-key-file": "old.pem" };
    const refused = await continueWith(journal, now, { ...used, answers: again });
    expect(refused.text).toContain(`The new key is not stored: a run used ${old}.`);
    expect(refused.error?.message).toContain(`This is the key that is already stored (${old}, `);
    const { result, stored } = await continueWith(journal, now);
    expect(stored).toEqual([`read ${clientId} new.pem`]);
    expect(result?.rotation.stage).toBe("stored");
  });

  test("also refuses a key that this machine never stored if a run used it", async () => {
    const used = runThatUsed(fingerprintOf("strange.pem"));
    const answers = { ...used.answers, "read-key-file": "strange.pem" };
    const { error } = await continueWith(await cut(), now, { ...used, answers });
    expect(error?.message).toContain(
      `This is the key that is already stored (${fingerprintOf("strange.pem")}, stored on 2026-11-21).`,
    );
  });

  test.each(["new.pem", "old.pem"])(
    "accepts %s without a check, and does not report that key as already stored",
    async (file) => {
      const { stored, text, questions } = await continueWith(await cut(), now, {
        answers: { "failure:read-unsure": "provide", "read-key-file": file },
      });
      expect(questions["read-new-key"]?.body).toContain(unsure);
      expect(stored).toEqual([`read ${clientId} ${file}`]);
      expect(text).not.toContain("already stored");
    },
  );

  test("stays unknown if a run could not use the key, and the operator can provide the key", async () => {
    const { stored, text } = await continueWith(await cut(), now, {
      ...runThatUsed(fresh),
      runProof: () => Promise.resolve({ runLink, reports: {}, tokens: {} }),
      answers: { "failure:read-unsure": "run", "failure:read-unsure-run": "provide" },
    });
    expect(text).toContain(
      "wrong: The run could not use the Read App's stored key, so it is unknown which key is stored.",
    );
    expect(stored).toEqual([`read ${clientId} new.pem`]);
  });

  test("did not store the key if the secret is older than that run", async () => {
    const { text, asked, error, questions } = await continueWith(await cut(), longBefore, {
      answers: { "read-key-file": "old.pem" },
    });
    expect(text).toContain(`${fresh} was not stored: the secret is unchanged.`);
    expect(questions["read-new-key"]?.body).not.toContain(unsure);
    expect(asked).not.toContain("read-unsure");
    expect(error?.message).toContain(`This is the key that is already stored (${old}, `);
  });

  test("may have stored the key if the dates of both keys are too close to tell them apart", async () => {
    const { asked } = await continueWith(await cut(soonBefore), soonBefore, {
      answers: { "failure:read-unsure": "stop" },
    });
    expect(asked).toEqual(["read-unsure"]);
  });

  test("is checked against the date from before the first attempt to store that key", async () => {
    const journal = await cut();
    // The first request succeeded without a response; the second run was killed as well.
    const killed = () => Promise.reject(new Error("killed"));
    const answers = { "failure:read-unsure": "provide" };
    const monthLater = () => new Date("2026-12-21T09:00:00Z");
    await continueWith(journal, now, { storeCredential: killed, answers, now: monthLater });
    await journal.setAnswers([]);
    const { asked } = await continueWith(journal, now, {
      answers: { "failure:read-unsure": "stop" },
    });
    expect(asked).toEqual(["read-unsure"]);
  });

  test("is reported by the next rotation if it was abandoned", async () => {
    const journal = await cut();
    await startRotation(journal, location, { startOver: true, now: new Date(at) });
    expect(journal.steps().size).toBe(1);
    const { questions, stored } = await continueWith(journal, now, {
      answers: { "read-key-file": "old.pem" },
    });
    expect(questions["read-new-key"]?.body).toContain(unsure);
    expect(stored).toEqual([`read ${clientId} old.pem`]);
  });
});
