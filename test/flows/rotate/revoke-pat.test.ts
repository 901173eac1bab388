import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { revokePat, type RevokePatDeps } from "../../../flows/rotate/revoke-pat.ts";
import type { ChooseQuestion } from "../../../src/prompts/prompter.ts";
import { stageStep } from "../../../src/plane/rotate/journal-steps.ts";
import { fingerprintToken } from "../../../src/credentials/pat/token.ts";
import { RefusedByForge } from "../../../src/forge/forge-errors.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { quickPause } from "../shared/quick-pause.ts";
import { runStep, type StepOptions } from "../shared/run-step.ts";
import { at, location, validatedPat } from "./rotations.ts";

const oldToken = `github_pat_${"a".repeat(82)}`;
const newToken = `github_pat_${"b".repeat(82)}`;
const newFingerprint = fingerprintToken(new Secret(newToken));
const page = "https://github.com/settings/personal-access-tokens";
const oldFingerprint = fingerprintToken(new Secret(oldToken));

/** Creates a rotation with a validated new token, whose old token is to be revoked. */
function validated() {
  const rotation = validatedPat();
  const replacement = {
    ...rotation.replacement,
    fingerprint: newFingerprint,
  };
  return { ...rotation, replacement };
}

interface Given extends StepOptions {
  /** Token that the operator provides. */
  readonly token?: string;
  /** Whether the forge rejects the token, one entry per check; the last one repeats. */
  readonly refusals?: readonly boolean[];
  /** Simulated duration of each pause, in minutes. */
  readonly minutesEach?: number;
  /** Response of the forge to the revocation. */
  readonly revocation?: () => Promise<void>;
}

async function revoke({
  token = oldToken,
  refusals = [],
  minutesEach = 0,
  revocation = () => Promise.resolve(),
  ...given
}: Given) {
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-token-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "token");
  writeFileSync(file, token);
  const done: string[] = [];
  let checks = 0;
  let time = Date.parse(at);
  const deps: RevokePatDeps = {
    ...location,
    now: () => new Date(time),
    pause: (...wait) => {
      time += minutesEach * 60_000;
      return quickPause(...wait);
    },
    operator: () => Promise.resolve("mona"),
    isRefused: (secret) => {
      done.push(`looked at ${secret.reveal() === oldToken ? "old" : "another"}`);
      return Promise.resolve(refusals[Math.min(checks++, refusals.length - 1)] === true);
    },
    revokeToken: (secret) => {
      done.push(`revoked ${secret.reveal() === oldToken ? "old" : "another"}`);
      return revocation();
    },
  };
  const secrets = { "pat-old-token": { file } };
  const options = { ...given, secrets };
  const run = await runStep((context) => revokePat(context, deps, validated()), options);
  return { ...run, done, revoked: run.result?.rotation.evidence.revoked };
}

const here = { "pat-revoke": "here", "pat-revoke-now": true };

describe("an old token that the operator provides", () => {
  test("is revoked after a yes, and the revocation is verified when the forge refuses it", async () => {
    const { revoked, done, marks, asked, questions, journal } = await revoke({
      answers: here,
      refusals: [false, false, true],
    });
    expect(revoked).toEqual({ at, by: "mona", how: "seen", fingerprint: oldFingerprint });
    expect(done).toEqual(["looked at old", "revoked old", "looked at old", "looked at old"]);
    expect(asked).toEqual(["pat-revoke", "pat-old-token", "pat-revoke-now"]);
    expect(questions["pat-revoke"]?.body?.at(-1)).toBe(page);
    expect(questions["pat-old-token"]?.body).toEqual(["The input is not shown."]);
    expect(questions["pat-revoke-now"]).toMatchObject({
      weight: "cannot be undone",
      facts: [
        { name: "Revokes", text: "the previously stored token" },
        { name: "Keeps", text: "the new one, until 2026-12-21, verified by 1 run" },
        { name: "Breaks", text: "anything else that still uses the old token" },
      ],
    });
    expect(questions["pat-revoke-now"]).not.toHaveProperty("initial");
    const { id } = stageStep(location, "revoked", {
      credential: "pat",
      fingerprint: newFingerprint,
    });
    expect(journal.step(id)).toEqual(revoked);
    expect(marks).toEqual([{ name: "Old PAT", state: "done", summary: "no longer accepted" }]);
  });

  test("is not revoked if the forge rejects the revocation, and there is no wait", async () => {
    const refusal = new RefusedByForge({ status: 422, request: "POST", message: "no" });
    const { error, done, journal } = await revoke({
      answers: here,
      refusals: [false],
      revocation: () => Promise.reject(refusal),
    });
    expect(error).toBe(refusal);
    expect(done).toEqual(["looked at old", "revoked old"]);
    const { id } = stageStep(location, "revoked", {
      credential: "pat",
      fingerprint: newFingerprint,
    });
    expect(journal.step(id)).toBeUndefined();
  });

  test("is not revoked without a yes", async () => {
    const answers = { ...here, "pat-revoke-now": false };
    const { error, done, journal } = await revoke({ answers, refusals: [false] });
    expect(error?.message).toContain("the old one is not revoked.");
    expect(journal.answers()).toEqual([]);
    expect(done).toEqual(["looked at old"]);
    expect([...journal.steps()]).toEqual([]);
  });

  test("proves nothing if it is refused from the start", async () => {
    const { error, hints, asked, done } = await revoke({ answers: here, refusals: [true] });
    expect(error?.message).toBe(
      "This token does not work, so it cannot be used to confirm the revocation.",
    );
    expect(hints).toEqual([
      { text: "If you entered the old token, confirm that this token was deleted" },
    ]);
    expect(asked.at(-1)).toBe("pat-revocation");
    expect(done).toEqual(["looked at old"]);
  });

  test("proves the revocation if an earlier run had started to revoke it", async () => {
    const refusals = [false, false];
    const first = await revoke({ answers: here, refusals, minutesEach: 60 });
    expect(first.error?.message).toBe("The revocation timed out.");
    expect(first.revoked).toBeUndefined();
    const { journal } = first;
    const { revoked, done } = await revoke({ answers: here, refusals: [true], journal });
    expect(revoked?.how).toBe("seen");
    expect(done).toEqual(["looked at old"]);
  });

  test("proves nothing if an earlier run had started to revoke a different token", async () => {
    const other = `github_pat_${"c".repeat(82)}`;
    const refusals = [false, false];
    const { journal } = await revoke({
      answers: here,
      refusals,
      token: other,
      minutesEach: 60,
    });
    const { error } = await revoke({ answers: here, refusals: [true], journal });
    expect(error?.message).toBe(
      "This token does not work, so it cannot be used to confirm the revocation.",
    );
  });

  const refused: [string, string, string][] = [
    [
      "the new token",
      newToken,
      "This is the new token, which you need to keep. Enter the old one.",
    ],
    [
      "a classic token",
      `ghp_${"a".repeat(36)}`,
      "This is a classic PAT, which can access all your repositories.",
    ],
  ];
  test.each(refused)(
    "is refused as %s, without a request to the forge",
    async (_, token, expected) => {
      const { error, done } = await revoke({ answers: here, token });
      expect(error?.message).toContain(expected);
      expect(done).toEqual([]);
    },
  );
});

describe("a report by the operator", () => {
  test("is recorded with their name", async () => {
    const { revoked, done, marks } = await revoke({ answers: { "pat-revoke": "done" } });
    expect(revoked).toEqual({ at, by: "mona", how: "reported" });
    expect(done).toEqual([]);
    expect(marks).toEqual([
      { name: "Old PAT", state: "reported", summary: "reported as revoked by mona" },
    ]);
  });

  test("is not the default: Enter waits", async () => {
    const { error, hints, journal, questions } = await revoke({
      answers: { "pat-revoke": "later" },
    });
    const { options, initial } = questions["pat-revoke"] as ChooseQuestion;
    expect([options[0]?.value, initial]).toEqual(["later", undefined]);
    // The next run asks again.
    expect(journal.answers()).toEqual([]);
    expect(error?.message).toContain("the old one is not revoked.");
    expect(hints).toEqual([
      { text: "Delete the old token", link: page },
      { text: "Then continue", command: "gatehouse rotate --repo acme/control" },
    ]);
    expect([...journal.steps()]).toEqual([]);
  });

  test("is not requested again", async () => {
    const { journal } = await revoke({ answers: { "pat-revoke": "done" } });
    const { asked, revoked } = await revoke({ journal });
    expect(asked).toEqual([]);
    expect(revoked?.how).toBe("reported");
  });
});
