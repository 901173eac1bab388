import { describe, expect, test } from "vitest";
import { Back } from "../../../src/prompts/prompter.ts";
import { KeyRefused } from "../../../src/credentials/apps/key-refused.ts";
import type { AppClient } from "../../../src/credentials/apps/app-client.ts";
import { RefusedByForge } from "../../../src/forge/forge-errors.ts";
import { clientId, fingerprintOf, pages, replace, slug, withOld } from "./replace-bench.ts";
import { at } from "./rotations.ts";

describe("a new key", () => {
  test("is verified to belong to the App, and is stored with the App's ID", async () => {
    const { result, stored, opened, asked, marks, questions } = await replace();
    const reported = questions["read-new-key"]?.body?.join(" ");
    expect(reported).toContain(`${pages}/${slug}`);
    expect(reported).toContain(
      "https://github.com/organizations/acme/settings/apps/gatehouse-acme-control-read  Do not delete the old key yet:",
    );
    // Enter provides no key.
    expect(questions["read-old-key-at-hand"]).toMatchObject({ initial: false });
    expect(asked).toEqual([
      "read-new-key",
      "read-key-from",
      "read-key-file",
      "read-old-key-at-hand",
    ]);
    expect(opened).toEqual([`${pages}/${slug}`]);
    expect(stored).toEqual([`read ${clientId} new.pem`]);
    const fingerprint = fingerprintOf("new.pem");
    expect(result?.rotation).toMatchObject({
      credential: "read-app",
      stage: "stored",
      evidence: { begun: { at }, proved: { at, fingerprint }, stored: { at, fingerprint } },
    });
    expect(result?.replacement).toMatchObject({ clientId, slug, fingerprint });
    expect(result?.replacement).not.toHaveProperty("previous");
    expect(marks).toEqual([
      { name: "Read App key", state: "done", summary: `stored ${fingerprint.slice(0, 15)}…` },
    ]);
  });

  test("that does not belong to the App is not stored", async () => {
    const { error, asked, stored, journal } = await replace({
      answers: { "read-key-file": "strange.pem" },
    });
    expect(asked.at(-1)).toBe("read-key-proof");
    expect(error).toBeInstanceOf(KeyRefused);
    expect(stored).toEqual([]);
    expect([...journal.steps()]).toEqual([]);
  });

  test("for an App of another owner is not stored", async () => {
    const app = () =>
      Promise.resolve({ clientId: "Iv1.read", slug, owner: "evil", ownerKind: "user" });
    const { error, stored } = await replace({
      appClient: () => ({ app }) as unknown as AppClient,
    });
    expect(error?.message).toContain("belongs to evil, not to acme");
    expect(stored).toEqual([]);
  });

  test("is not requested if no App ID is stored", async () => {
    const records = {
      variables: new Map<string, string>(),
      secrets: new Set<string>(),
      secretDates: new Map<string, string>(),
    };
    const { error, hints, asked } = await replace({ readRecords: () => Promise.resolve(records) });
    expect(error?.message).toBe("The Read App's client ID is no longer stored.");
    expect(hints).toEqual([
      { text: "Store the client ID again", command: "gatehouse setup --repo acme/control" },
    ]);
    expect(asked).toEqual([]);
  });
});

describe("a new key that could not be stored", () => {
  const refuse = () =>
    Promise.reject(new RefusedByForge({ status: 403, request: "PUT secret", message: "no" }));
  const refuseOnce = () => {
    let count = 0;
    return () => (count++ === 0 ? refuse() : Promise.resolve());
  };

  test("is recorded in the journal only by its fingerprint", async () => {
    const { error, journal } = await replace({ storeCredential: refuse });
    expect(error).toBeInstanceOf(RefusedByForge);
    expect([...journal.steps().keys()]).toEqual([
      "github.com acme/control read-app replacement",
      `github.com acme/control read-app storing ${fingerprintOf("new.pem")}`,
    ]);
    expect(JSON.stringify([...journal.steps()])).not.toContain("PRIVATE KEY");
  });

  test("is stored by a retry", async () => {
    const { result } = await replace({
      storeCredential: refuseOnce(),
      answers: { "failure:read-store": "again" },
    });
    expect(result?.rotation.stage).toBe("stored");
  });

  test("is not requested again while this process has it", async () => {
    let isBack = false;
    const { result, asked } = await replace({
      storeCredential: refuseOnce(),
      onFailure: () => {
        if (isBack) return;
        isBack = true;
        throw new Back();
      },
    });
    expect(isBack).toBe(true);
    expect(result?.rotation.stage).toBe("stored");
    expect(asked.filter((id) => id === "read-key-file")).toHaveLength(1);
  });

  test("is requested again by the next process, and may be a different key", async () => {
    const { journal } = await replace({ storeCredential: refuse });
    await journal.setAnswers([]);
    const answers = { "read-key-file": "old.pem" };
    const { stored, result } = await replace({ journal, answers });
    expect(stored).toEqual([`read ${clientId} old.pem`]);
    expect(result?.replacement.fingerprint).toBe(fingerprintOf("old.pem"));
  });
});

test("a stored new key is neither requested nor stored again", async () => {
  const { journal, result } = await replace();
  await journal.setAnswers([]);
  const again = await replace({ journal });
  expect(again).toMatchObject({ asked: [], stored: [], opened: [] });
  expect(again.result?.rotation).toEqual(result?.rotation);
});

describe("the old key", () => {
  test("is recorded by its fingerprint if it belongs to the App", async () => {
    const { result, text } = await replace({ answers: withOld("old.pem") });
    const fingerprint = fingerprintOf("old.pem");
    expect(result?.rotation.evidence.proved?.previousFingerprint).toBe(fingerprint);
    expect(result?.replacement.previous?.fingerprint).toBe(fingerprint);
    expect(text).toContain(`new, keep: ${fingerprintOf("new.pem")}`);
    expect(text).toContain(`old, delete later: ${fingerprint}`);
  });

  test.each([
    ["that does not belong to the App", "strange.pem", "401"],
    ["that is the new key", "new.pem", "wrong: This is the new key, not the old one."],
    [
      "that is identified as the new key by its fingerprint",
      "new.pem",
      "Provide the key that the App's page lists with a different fingerprint",
    ],
  ])("%s is refused, and the operator can continue without it", async (_, file, says) => {
    const answers = { ...withOld(file), "failure:read-old-key-proof": "without" };
    const { result, text } = await replace({ answers });
    expect(text).toContain(says);
    expect(result?.replacement).not.toHaveProperty("previous");
    expect(text).toContain("All other keys are old. Delete them later.");
  });
});

describe("the page where the key is added", () => {
  const unlisted = { listInstallations: () => Promise.resolve(undefined) };

  test("is the App's page under its usual name if the client ID matches", async () => {
    const findApp = (name: string) => Promise.resolve({ clientId, slug: name, owner: "acme" });
    const { opened } = await replace({ ...unlisted, findApp });
    expect(opened).toEqual([`${pages}/gatehouse-acme-control-read`]);
  });

  test("is the list of Apps if the App is not listed and does not have its usual name", async () => {
    const listed = { listInstallations: () => Promise.resolve([]) };
    expect((await replace(listed)).opened).toEqual([pages]);
  });

  test("is the list of Apps if this account cannot read the App", async () => {
    const findApp = () => Promise.resolve("refused" as const);
    expect((await replace({ ...unlisted, findApp })).opened).toEqual([pages]);
  });

  test("is the list of Apps if the usual name belongs to another App", async () => {
    const findApp = (name: string) =>
      Promise.resolve({ clientId: "Iv1.other", slug: name, owner: "acme" });
    const { opened } = await replace({ ...unlisted, findApp });
    expect(opened).toEqual([pages]);
  });
});

test("a refused key is not stored as an answer, so the next run asks for a key again", async () => {
  const first = await replace({ answers: { "read-key-file": "strange.pem" } });
  expect(first.asked.at(-1)).toBe("read-key-proof");
  const { asked, stored } = await replace({ journal: first.journal });
  expect(asked).toEqual(["read-key-from", "read-key-file", "read-old-key-at-hand"]);
  expect(stored).toEqual([`read ${clientId} new.pem`]);
});
