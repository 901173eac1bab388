import { describe, expect, test } from "vitest";
import { revokeKey, type RevokeKeyDeps } from "../../../flows/rotate/revoke-key.ts";
import { Back } from "../../../src/prompts/prompter.ts";
import type { ChooseQuestion } from "../../../src/prompts/prompter.ts";
import { createSecretVault } from "../../../src/prompts/secret-vault.ts";
import { KeyRefused } from "../../../src/credentials/apps/key-refused.ts";
import { readPrivateKey } from "../../../src/credentials/apps/private-key.ts";
import type { AppClient } from "../../../src/credentials/apps/app-client.ts";
import type { Liveness } from "../../../src/credentials/revoke-token.ts";
import { ForgeUnreachable, RateLimited, RefusedByForge } from "../../../src/forge/forge-errors.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { claimKey } from "../../keys/ready-keys.ts";
import { quickPause } from "../shared/quick-pause.ts";
import { runStep, type StepOptions } from "../shared/run-step.ts";
import { at, newKey, oldKey, location, validatedKey } from "./rotations.ts";

const page = "https://github.com/organizations/acme/settings/apps/gatehouse-acme-control-read";
const pem = new Secret(claimKey().export({ type: "pkcs1", format: "pem" }).toString());
const reading = readPrivateKey(pem);
const providedKey = reading.ok ? reading.fingerprint : "";

/** Creates a forge that gives these responses to a key, one per check; the last one repeats. */
function forgeAnswering(answers: readonly (Liveness | Error)[]) {
  const checks: string[] = [];
  const appClient = (clientId: string, key: Secret) => {
    const app = () => {
      const answer = answers[Math.min(checks.length, answers.length - 1)];
      checks.push(
        `${clientId} ${key === pem || key.reveal() === pem.reveal() ? "brought" : "kept"}`,
      );
      const refusal = { status: 401, request: "GET /app", message: "Bad credentials" };
      if (answer === "refused") return Promise.reject(new KeyRefused(refusal));
      if (answer === "works") return Promise.resolve({});
      const silence = new ForgeUnreachable({ request: "GET /app", reason: "it is gone" });
      return Promise.reject(answer instanceof Error ? answer : silence);
    };
    return { app } as unknown as AppClient;
  };
  return { checks, appClient };
}

/** Revokes the old key of the read App. The key is known if an earlier step saw it. */
async function revoke(
  answers: readonly (Liveness | Error)[],
  given: StepOptions & {
    previous?: { fingerprint: string; keyId: string };
    pem?: Secret;
    /** Fingerprint of the new key. */
    replacement?: string;
  } = {},
) {
  const { checks, appClient } = forgeAnswering(answers);
  const opened: string[] = [];
  const deps: RevokeKeyDeps = {
    ...location,
    now: () => new Date(at),
    pause: quickPause,
    operator: () => Promise.resolve("mona"),
    openLink: (link) => Promise.resolve(opened.push(link) > 0),
    readKeyFile: () => Promise.resolve(given.pem ?? pem),
    appClient,
  };
  const usual = validatedKey("read", given.previous);
  const { replacement: fingerprint = usual.replacement.fingerprint } = given;
  const validated = { ...usual, replacement: { ...usual.replacement, fingerprint } };
  const run = await runStep((context) => revokeKey(context, deps, validated), given);
  return { ...run, checks, opened, revoked: run.result?.rotation.evidence.revoked };
}

const bringing = { "read-old-key-from": "file", "read-old-key-file": "old.pem" };

describe("an old key that the process still has in memory", () => {
  /** Returns options of a process that has the old key. */
  const atHand = () => {
    const vault = createSecretVault();
    return { vault, previous: { fingerprint: oldKey, keyId: vault.keep(new Secret("old")) } };
  };

  test("counts as revoked when the forge refuses it, and not before", async () => {
    const { revoked, checks, opened, asked, marks, waits } = await revoke(
      ["works", "works", "refused"],
      atHand(),
    );
    expect(revoked).toEqual({ at, by: "mona", how: "seen", fingerprint: oldKey });
    expect(checks).toEqual(Array(3).fill("Iv1.read kept"));
    expect(opened).toEqual([page]);
    expect(asked).toEqual(["read-end-key"]);
    expect(waits[0]?.body?.[1]).toBe(oldKey);
    expect(waits[0]?.canLeave).toBe(true);
    expect(marks).toEqual([
      { name: "Old Read App key", state: "done", summary: "revoked: no longer accepted" },
    ]);
  });

  test("does not count as revoked if the forge does not answer", async () => {
    const problems: unknown[] = [];
    const { revoked, checks } = await revoke(["unknown", "unknown", "works", "refused"], {
      ...atHand(),
      onMoment: ({ update }) => {
        if ("problem" in update) problems.push(update.problem?.text ?? null);
      },
    });
    expect(revoked?.how).toBe("seen");
    expect(checks).toHaveLength(4);
    // A problem is shown as long as it lasts, and then removed.
    expect(problems[0]).toContain("it is gone");
    expect(problems).toEqual([problems[0], problems[0], null]);
  });

  test("makes another run wait at once, and Back leaves the wait for the question", async () => {
    const known = atHand();
    const first = await revoke(["works"], { ...known, stopDuring: "read-revoke" });
    expect(first.journal.answers().map(({ id }) => id)).toEqual(["read-end-key"]);
    const left: string[] = [];
    const { asked, error } = await revoke(["works"], {
      ...known,
      journal: first.journal,
      answers: { "read-end-key": "" },
      onQuestion: (id, { canGoBack }) => {
        if (id !== "read-revoke" || !canGoBack) return;
        left.push(id);
        throw new Back();
      },
    });
    expect({ left, asked }).toEqual({ left: ["read-revoke"], asked: ["read-end-key"] });
    expect(error?.message).toContain("the old one is not revoked.");
  });

  test("counts as revoked even if it is already deleted, because it worked when it was provided", async () => {
    const { revoked } = await revoke(["refused"], atHand());
    expect(revoked?.how).toBe("seen");
  });

  test.each([
    [
      "the request for another reason",
      new RefusedByForge({ status: 403, request: "GET /app", message: "no" }),
    ],
    ["more requests", new RateLimited({ status: 429, request: "GET /app", resetsAt: undefined })],
  ])("does not count as revoked if the forge refuses %s", async (_, refusal) => {
    const { error, revoked, journal, checks } = await revoke([refusal], atHand());
    expect(error).toBe(refusal);
    expect(checks).toHaveLength(1);
    expect(revoked).toBeUndefined();
    expect([...journal.steps()]).toEqual([]);
  });
});

describe("an old key whose fingerprint is known", () => {
  const previous = { fingerprint: "SHA256:yDjgDrYS", keyId: "of another process" };
  const end = (typed: string) =>
    revoke([], { previous, answers: { "read-end-key": typed, "read-revoke": "deleted" } });

  test("is deleted after its first letters are typed", async () => {
    const { revoked, questions, asked } = await end("yDjg");
    expect(revoked).toMatchObject({ how: "reported", fingerprint: "SHA256:yDjgDrYS" });
    expect(asked).toEqual(["read-end-key", "read-revoke"]);
    expect(questions["read-end-key"]).toMatchObject({
      title: "Revoke the old Read App key",
      weight: "cannot be undone",
      facts: [
        { name: "Revokes", text: "SHA256:yDjgDrYS, the previously stored key" },
        { name: "Keeps", text: `${newKey}, stored on 2026-11-21, verified by 1 run` },
        { name: "Breaks" },
      ],
      body: ["To revoke this key, type its first 4 characters: yDjg. Press Enter to keep it."],
    });
  });

  test("stays if the operator presses Enter: no page opens, and the next run asks again", async () => {
    const { error, opened, asked, journal } = await end("");
    expect(error?.message).toContain("the old one is not revoked.");
    expect({ opened, asked }).toEqual({ opened: [], asked: ["read-end-key"] });
    expect(journal.answers()).toEqual([]);
    expect([...journal.steps()]).toEqual([]);
  });

  test.each(["ydjg", "yDj", "newK", "yes"])(
    "is not deleted if other letters are typed: %s",
    async (typed) => {
      const { error, opened } = await end(typed);
      expect(error?.message).toContain("This key begins with yDjg.");
      expect(opened).toEqual([]);
    },
  );
});

describe("a report by the operator", () => {
  test("is recorded with the operator's name and its subject", async () => {
    const { revoked, opened, marks } = await revoke([], {
      answers: { "read-revoke": "deleted" },
      previous: { fingerprint: oldKey, keyId: "of another process" },
    });
    expect(revoked).toEqual({ at, by: "mona", how: "reported", fingerprint: oldKey });
    expect(opened).toEqual([page]);
    expect(marks).toEqual([
      { name: "Old Read App key", state: "reported", summary: "reported as revoked by mona" },
    ]);
  });

  test("is recorded even if the key is unknown", async () => {
    const { revoked, questions } = await revoke([], { answers: { "read-revoke": "deleted" } });
    expect(revoked).toEqual({ at, by: "mona", how: "reported" });
    expect(questions["read-revoke"]?.facts?.slice(0, 2)).toEqual([
      { name: "Revokes", text: "every other key on the App's page" },
      { name: "Keeps", text: `${newKey}, stored on 2026-11-21, verified by 1 run` },
    ]);
  });

  test("is not the default: Enter waits", async () => {
    const { error, hints, questions, journal } = await revoke([], {
      answers: { "read-revoke": "later" },
    });
    const { options, initial, weight } = questions["read-revoke"] as ChooseQuestion;
    expect([options[0]?.value, initial, weight]).toEqual(["later", undefined, "cannot be undone"]);
    // The next run asks again.
    expect(journal.answers()).toEqual([]);
    expect(error?.message).toContain("the old one is not revoked.");
    expect(hints).toEqual([
      { text: `Delete the old key and keep ${newKey}`, link: page },
      { text: "Then continue", command: "gatehouse rotate --repo acme/control" },
    ]);
  });

  test("is not requested again", async () => {
    const { journal } = await revoke([], { answers: { "read-revoke": "deleted" } });
    const { asked, revoked, opened } = await revoke([], { journal });
    expect({ asked, opened }).toEqual({ asked: [], opened: [] });
    expect(revoked?.how).toBe("reported");
  });
});

describe("an old key that the operator provides", () => {
  const answers = { "read-revoke": "provide", ...bringing };

  test("must be seen to work before its refusal proves the revocation", async () => {
    const { revoked, checks } = await revoke(["works", "refused"], { answers });
    expect(revoked).toEqual({ at, by: "mona", how: "seen", fingerprint: providedKey });
    expect(checks).toEqual(Array(2).fill("Iv1.read brought"));
  });

  test.each<[string, Liveness[]]>([
    ["at once", ["refused"]],
    ["after a check without a result", ["unknown", "refused"]],
  ])("proves nothing if it is refused %s", async (_, text) => {
    const { error, hints, journal } = await revoke(text, { answers });
    expect(error?.message).toContain(
      "This key does not work, so gatehouse cannot verify that it ever belonged to this App.",
    );
    expect(hints).toEqual([
      { text: "Provide a different key, or confirm that the old key is deleted" },
    ]);
    expect([...journal.steps()]).toEqual([]);
  });

  test("proves the revocation if it is the key that was seen to work before", async () => {
    const previous = { fingerprint: providedKey, keyId: "of another process" };
    const { revoked } = await revoke(["refused"], { answers, previous });
    expect(revoked).toEqual({ at, by: "mona", how: "seen", fingerprint: providedKey });
  });

  test("is refused if it is the new key, without a request to the forge", async () => {
    const { error, hints, checks, journal } = await revoke(["works", "refused"], {
      answers,
      replacement: providedKey,
    });
    expect(error?.message).toBe("This is the new key, which you need to keep.");
    expect(hints).toEqual([{ text: "Provide the old key, or confirm that it is deleted" }]);
    expect(checks).toEqual([]);
    expect([...journal.steps()]).toEqual([]);
  });

  test("proves nothing if a different key was seen to work before", async () => {
    const previous = { fingerprint: oldKey, keyId: "of another process" };
    const { error } = await revoke(["refused"], { answers, previous });
    expect(error?.message).toContain(
      "This key does not work, so gatehouse cannot verify that it ever belonged to this App.",
    );
  });
});
