import { beforeEach, describe, expect, test } from "vitest";
import { fingerprintToken } from "../../../src/credentials/pat/token.ts";
import type { Journal } from "../../../src/prompts/journal.ts";
import { RefusedByForge } from "../../../src/forge/forge-errors.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { enrolled, openPatBench, type PatBench } from "./pat-bench.ts";

let bench: PatBench;
beforeEach(async () => {
  bench = await openPatBench();
});

const withWord = { answers: { "pat-revoke": "done" } };

/** Stops the run just before this step is written. */
const dieAt = (step: string) => (journal: Journal) => ({
  ...journal,
  finishStep: (id: string, result: unknown) =>
    id.includes(step) ? Promise.reject(new Error("killed")) : journal.finishStep(id, result),
});

describe("the old token is not asked about", () => {
  test("if the run still receives the old token", async () => {
    const { error, asked } = await bench.rotateTo(await bench.issue({}), {
      ...withWord,
      change: () => ({ storePat: () => Promise.resolve() }),
    });
    expect(error?.message).toBe(
      "Could not verify the stored token: the run used a different token than the new one.",
    );
    expect(asked).not.toContain("pat-revoke");
  });

  test("if the run could not read all required repositories", async () => {
    const { error, asked } = await bench.rotateTo(await bench.issue({}), {
      ...withWord,
      change: (deps) => ({
        storePat: async (environment, token) => {
          await deps.storePat(environment, token);
          await bench.send("POST", "/repos/acme/api/transfer", { new_owner: "mona" });
        },
      }),
    });
    expect(error?.message).toMatch(/it read 1 of 2 repositories/);
    expect(asked).not.toContain("pat-revoke");
  });
});

test("the consent to the old token stays as long as the new token is not stored", async () => {
  const before = await bench.readConsent();
  const refusal = new RefusedByForge({ status: 403, request: "PUT secret", message: "no" });
  const { error } = await bench.rotateTo(await bench.issue({}), {
    ...withWord,
    change: () => ({ storePat: () => Promise.reject(refusal) }),
  });
  expect(error).toBe(refusal);
  expect(await bench.readConsent()).toEqual(before);
});

test("the new consent names the operator who gave it and the enrolled repositories", async () => {
  const token = await bench.issue({});
  const { outcome } = await bench.rotateTo(token, withWord);
  const stored = outcome?.rotations[0]?.evidence.stored;
  expect(stored?.fingerprint).toBe(fingerprintToken(new Secret(token)));
  expect(await bench.readConsent()).toMatchObject({
    operator: "mona",
    resourceOwner: "acme",
    repositories: enrolled,
    rotationOwner: "mona",
    phrase: "use my PAT for acme",
  });
});

test("a scope with repositories that the consent does not cover requires a new decision", async () => {
  const consent = await bench.readConsent();
  await bench.commitDecision({
    ...(consent && { consent: { ...consent, repositories: ["acme/control"] } }),
  });
  const { error, asked } = await bench.rotateTo(await bench.issue({}), withWord);
  expect(error?.message).toBe(
    "The scope contains repositories that the consent to the PAT does not cover: acme/api.",
  );
  expect(error).toMatchObject({
    hints: [
      {
        text: "Review the profile",
        command: expect.stringMatching(/^gatehouse scope --host \S+ --repo acme\/control$/),
      },
    ],
  });
  expect(asked).not.toContain("pat-token");
});

test("a token that was provided but perhaps not stored is reported and requested again", async () => {
  const token = await bench.issue({});
  const first = await bench.rotateTo(token, { ...withWord, spoil: dieAt(" stored ") });
  expect(first.error?.message).toBe("killed");
  const { error, text } = await bench.rotateTo(token, withWord);
  expect(error).toBeUndefined();
  expect(text).toContain("A new token was provided but might not be stored");
});

test("a stored token is not requested again if its consent could not be recorded", async () => {
  const before = await bench.readConsent();
  let isStored = false;
  const first = await bench.rotateTo(await bench.issue({}), {
    ...withWord,
    change: (deps) => ({
      storePat: async (...given) => {
        await deps.storePat(...given);
        isStored = true;
      },
      readDecision: () => (isStored ? Promise.resolve(undefined) : deps.readDecision()),
    }),
  });
  expect(first.error?.message).toBe("The decision was deleted from the control repository.");
  expect(await bench.readConsent()).toEqual(before);
  const { error, asked } = await bench.rotate(withWord);
  expect(error).toBeUndefined();
  expect(asked).toEqual(["pat-revoke"]);
  expect((await bench.readConsent())?.expiresAt).not.toBe(before?.expiresAt);
});

test("a new token that was deleted instead of the old one is detected", async () => {
  const token = await bench.issue({});
  const revoke = () => {
    const body = JSON.stringify({ credentials: [token] });
    return fetch(`${bench.emulator.apiUrl}/credentials/revoke`, { method: "POST", body });
  };
  let deletion: Promise<unknown> | undefined;
  const { error } = await bench.rotateTo(token, {
    ...withWord,
    onQuestion: (id) => {
      if (id === "pat-revoke") deletion = revoke();
    },
    change: (deps) => ({
      checkStoredPat: async (...given) => {
        await deletion;
        return deps.checkStoredPat(...given);
      },
    }),
  });
  expect(error?.message).toContain("it read 0 of 2 repositories (repository:");
});

test("a token cannot be rotated without the settings", async () => {
  const first = await bench.rotateTo(await bench.issue({}), {
    answers: { "pat-revoke": "later" },
  });
  expect(first.error).toBeDefined();
  const { error } = await bench.rotate({
    change: () => ({ readSettings: () => Promise.resolve(undefined) }),
  });
  expect(error?.message).toBe(".forge/control-plane.json not found in acme/control.");
  expect(error).toMatchObject({ hints: [{ text: "Define the scope first" }] });
});
