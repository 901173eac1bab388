import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { fingerprintToken } from "../../../src/credentials/pat/token.ts";
import type { Question } from "../../../src/prompts/prompter.ts";
import { RefusedByForge } from "../../../src/forge/forge-errors.ts";
import { Incomplete } from "../../../src/shared/errors.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { enrolled, inDays, openPatBench, type PatBench } from "./pat-bench.ts";

const decideAgain = {
  text: "Review the profile",
  command: expect.stringMatching(/^gatehouse scope .*--repo acme\/control$/) as string,
};
const anotherOne = "Create another token";
let bench: PatBench;
beforeEach(async () => {
  bench = await openPatBench();
});

describe("a replacement PAT", () => {
  test("is stored with consent and verified, and gatehouse revokes the old token", async () => {
    const token = await bench.issue({});
    const { outcome, error, text } = await bench.rotateTo(token, {
      answers: { "pat-revoke": "here", "pat-revoke-now": true },
      secrets: { "pat-old-token": bench.save("old-token", bench.oldToken) },
    });
    expect(error).toBeUndefined();
    expect(text).toMatch(/^done: PAT: stored · expires \d{4}-\d\d-\d\d$/m);
    // No key was rotated, so no installation is checked.
    expect(outcome?.recheck).toBeUndefined();
    expect(text).not.toContain("Testing the stored keys");
    expect(outcome).toMatchObject({
      credentials: ["pat"],
      rotations: [
        {
          credential: "pat",
          evidence: {
            proved: { fingerprint: fingerprintToken(new Secret(token)) },
            validated: { runs: [{ what: "proof run", hasPassed: true }] },
            revoked: { how: "seen", fingerprint: fingerprintToken(new Secret(bench.oldToken)) },
          },
        },
      ],
    });
    expect(await bench.statusFor(bench.oldToken)).toBe(401);
    expect(await bench.statusFor(token)).toBe(200);
  });

  test("renews the consent only with the new text, and until the new expiry", async () => {
    const token = await bench.issue({});
    const before = await bench.readConsent();
    await bench.rotateTo(token, { answers: { "pat-revoke": "done" } });
    const after = await bench.readConsent();
    expect(after?.expiresAt).not.toBe(before?.expiresAt);
    expect(Date.parse(after?.expiresAt ?? "")).toBeGreaterThan(inDays(29).getTime());
    expect(after?.disclosures).toHaveLength(5);
    expect(Date.parse(after?.consentedAt ?? "")).toBeGreaterThan(inDays(-1).getTime());
  });

  const facts = ["pat-owner", "pat-policy", "pat-approval", "pat-limits", "pat-lifetime"];

  test("needs one answer about the earlier facts, before the five disclosures and the consent", async () => {
    const questions = new Map<string, Question>();
    const { asked, error } = await bench.rotateTo(await bench.issue({}), {
      answers: { "pat-revoke": "done" },
      onQuestion: (id, _, question) => void (question && questions.set(id, question)),
    });
    expect(error).toBeUndefined();
    expect(asked.filter((id) => id.startsWith("pat-")).slice(0, 4)).toEqual([
      "pat-unchanged",
      "pat-conditions",
      "pat-notice",
      "pat-consent",
    ]);
    expect(questions.get("pat-unchanged")).toMatchObject({ initial: "changed" });
    expect(questions.get("pat-unchanged")?.facts).toContainEqual({
      name: "Lifetime",
      text: "30 days",
    });
    expect(questions.get("pat-notice")?.facts).toHaveLength(5);
    expect(await bench.readConsent()).toMatchObject({ rotationOwner: "mona" });
  });

  test("needs an answer about each fact if one has changed", async () => {
    const answers = { "pat-unchanged": undefined, "pat-rotation-owner": "olga" };
    const { asked } = await bench.rotateTo(await bench.issue({}), {
      answers: { ...answers, "pat-revoke": "done" },
    });
    expect(asked).toEqual(expect.arrayContaining(["pat-unchanged", ...facts]));
    expect(await bench.readConsent()).toMatchObject({ rotationOwner: "olga" });
  });

  test("needs an answer about each fact if another operator consented", async () => {
    const note = await bench.readConsent();
    if (!note) throw new Error("no consent");
    await bench.commitDecision({ consent: { ...note, operator: "olga" } });
    const { asked } = await bench.rotateTo(await bench.issue({}), {
      answers: { "pat-revoke": "done" },
    });
    expect(asked).toEqual(expect.arrayContaining(facts));
    expect(asked).not.toContain("pat-unchanged");
  });

  test("relies on the operator's report if the old token is not available", async () => {
    const { outcome } = await bench.rotateTo(await bench.issue({}), {
      answers: { "pat-revoke": "done" },
    });
    expect(outcome?.rotations[0]?.evidence.revoked).toMatchObject({ how: "reported", by: "mona" });
    expect(await bench.statusFor(bench.oldToken)).toBe(200);
  });

  test("is not printed or kept in a file, and neither is the old token", async () => {
    const token = await bench.issue({});
    const { text: message } = await bench.rotateTo(token, {
      answers: { "pat-revoke": "here", "pat-revoke-now": true },
      secrets: { "pat-old-token": bench.save("old-token", bench.oldToken) },
    });
    const { json } = await bench.send("GET", "/repos/acme/control/actions/runs");
    const journal = readFileSync(join(bench.folder, "rotate.json"), "utf8");
    for (const secret of [token, bench.oldToken]) {
      for (const text of [message, journal, JSON.stringify(json)]) {
        expect(text).not.toContain(secret.slice(11, 30));
      }
    }
  });
});

describe("a replacement is refused", () => {
  const refusals: [string, () => Promise<string>, string][] = [
    [
      "if the token can access more than the consent allows",
      () => bench.issue({ repositories: [...enrolled, "acme/infra"] }),
      "wrong: The token can access more than the consent allows: acme/infra.",
    ],
    [
      "if the token cannot access a required repository",
      () => bench.issue({ repositories: ["acme/control"] }),
      "wrong: The token cannot access acme/api.",
    ],
    [
      "if it is the old token",
      () => Promise.resolve(bench.oldToken),
      "wrong: This token expires at exactly the same time as the old one, so it must be the old one.",
    ],
    [
      "if it is the old token, with the next step",
      () => Promise.resolve(bench.oldToken),
      anotherOne,
    ],
  ];
  test.each(refusals)("%s", async (_, make, expected) => {
    const { error, text, asked } = await bench.rotateTo(await make());
    expect(error).toBeDefined();
    expect(text).toContain(expected);
    expect(asked.at(-1)).toBe(/old one|another/.test(expected) ? "pat-another" : "pat-examine");
    expect(await bench.readConsent()).toMatchObject({ consentedAt: expect.any(String) as string });
    expect(await bench.statusFor(bench.oldToken)).toBe(200);
  });

  test("if it is of the wrong kind, without printing it", async () => {
    const token = await bench.issue({ kind: "classic" });
    const { error } = await bench.rotateTo(token);
    expect(error?.message).toContain(
      "This is a classic PAT, which can access all your repositories.",
    );
    expect(error?.message).not.toContain(token.slice(4, 14));
  });

  test("if no consent to the previous token is recorded", async () => {
    await bench.commitDecision({}, { withConsent: false });
    const { error } = await bench.rotateTo(await bench.issue({}));
    expect(error).toBeInstanceOf(Incomplete);
    expect(error?.message).toBe(
      "No consent to a PAT is recorded. A stored token does not count as consent.",
    );
    expect(error).toMatchObject({ hints: [decideAgain] });
    const unread = await bench.rotateTo(await bench.issue({}), {
      change: () => ({ readDecision: () => Promise.resolve(undefined) }),
    });
    expect(unread.error?.message).toBe(error?.message);
  });

  test("if the scope changed since the decision", async () => {
    await bench.commitDecision({ scope: "other.other.other.other" });
    const { error } = await bench.rotateTo(await bench.issue({}));
    expect(error?.message).toContain("Review the profile again.");
    expect(error).toMatchObject({ hints: [decideAgain] });
  });

  test("if no run can use the environment, and nothing is revoked", async () => {
    // The policy allows selected branches, but none is selected.
    const policy = { protected_branches: false, custom_branch_policies: true };
    const path = "/repos/acme/control/environments/control-plane";
    await bench.send("PUT", path, { deployment_branch_policy: policy });
    const { error, asked } = await bench.rotateTo(await bench.issue({}));
    expect(error?.message).toContain(
      "Could not verify the stored token: the run could not use it.",
    );
    expect(asked).not.toContain("pat-revoke");
  });
});

describe("a failed step is reported, and retried on request:", () => {
  const refusal = new RefusedByForge({ status: 403, request: "PUT", message: "no" });

  test.each(["pat-store", "pat-record"] as const)("%s", async (id) => {
    let count = 0;
    const once = <A extends unknown[], R>(work: (...given: A) => Promise<R>) => {
      return (...given: A) => (count++ === 0 ? Promise.reject(refusal) : work(...given));
    };
    const { error, asked } = await bench.rotateTo(await bench.issue({}), {
      answers: { [`failure:${id}`]: "again", "pat-revoke": "done" },
      change: (deps) =>
        id === "pat-store"
          ? { storePat: once(deps.storePat) }
          : { writeDecision: once(deps.writeDecision) },
    });
    expect(error).toBeUndefined();
    expect(asked.filter((each) => each === id)).toEqual([id]);
  });
});

describe("the old token", () => {
  test("is not accepted as the new one", async () => {
    const token = await bench.issue({});
    const { error } = await bench.rotateTo(token, {
      answers: { "pat-revoke": "here", "pat-revoke-now": true },
      secrets: { "pat-old-token": bench.save("old-token", token) },
    });
    expect(error?.message).toContain(
      "This is the new token, which you need to keep. Enter the old one.",
    );
    expect(await bench.statusFor(token)).toBe(200);
  });

  test("is not revoked without a yes", async () => {
    const { error } = await bench.rotateTo(await bench.issue({}), {
      answers: { "pat-revoke": "here", "pat-revoke-now": false },
      secrets: { "pat-old-token": bench.save("old-token", bench.oldToken) },
    });
    expect(error?.message).toContain("the old one is not revoked.");
    expect(await bench.statusFor(bench.oldToken)).toBe(200);
  });

  test("can be left for the next run, which asks for nothing else", async () => {
    const token = await bench.issue({});
    const first = await bench.rotateTo(token, {
      answers: { "pat-revoke": "later" },
    });
    expect(first.error).toBeInstanceOf(Incomplete);
    // A step's id includes the token's fingerprint, because a run with another token has to store
    // it again.
    const steps = [...(await bench.rotationJournal()).steps().keys()];
    const fingerprint = fingerprintToken(new Secret(token));
    for (const stage of ["stored", "recorded"] as const) {
      expect(steps.filter((id) => id.includes(stage) && id.includes(fingerprint))).toHaveLength(1);
    }
    const second = await bench.rotate({ answers: { "pat-revoke": "done" } });
    expect(second.error).toBeUndefined();
    expect(second.asked).toEqual(["pat-revoke"]);
  });
});
