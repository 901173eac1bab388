import { describe, expect, test } from "vitest";
import type { Material } from "../../../flows/exposed/provide-credential.ts";
import { endInstallationToken, endPat } from "../../../flows/exposed/revoke-token.ts";
import type { Liveness } from "../../../src/credentials/revoke-token.ts";
import { RefusedByForge } from "../../../src/forge/forge-errors.ts";
import { Secret } from "../../../src/shared/secret.ts";
import { openIncident, respondWith, type Given } from "./step-bench.ts";

const secret = new Secret(`github_pat_${"a1".repeat(41)}`);
const material: Material = { kind: "token", secret };

/** Creates a forge that gives these responses to a token, one per check; the last one repeats. */
function forgeAnswering(answers: readonly Liveness[], revokeToken?: () => Promise<void>) {
  const done: string[] = [];
  let checks = 0;
  const deps = {
    revokeToken: (token: Secret) => {
      done.push(token === secret ? "revoked" : "revoked another");
      return revokeToken?.() ?? Promise.resolve();
    },
    tryToken: () => {
      done.push("looked");
      return Promise.resolve(answers[Math.min(checks++, answers.length - 1)] ?? "unknown");
    },
    openLink: (link: string) => {
      done.push(`opened ${new URL(link).pathname}`);
      return Promise.resolve(true);
    },
  };
  return { deps, done };
}

const page = "opened /settings/personal-access-tokens";

describe("the PAT", () => {
  const end = (forge: ReturnType<typeof forgeAnswering>, given: Given & { isGone?: true } = {}) =>
    respondWith(
      (response) =>
        endPat(response, { material: given.isGone ? undefined : material, way: "round 1" }),
      { ...given, deps: forge.deps },
    );
  const yes = { "pat-revoke": true };

  test("is revoked after a yes, and the revocation is verified when the forge refuses it", async () => {
    const forge = forgeAnswering(["works", "unknown", "refused"]);
    const { entries, asked, text, questions } = await end(forge, { answers: yes });
    expect(questions["pat-revoke"]).toMatchObject({
      weight: "cannot be undone",
      facts: [
        { name: "Revokes", text: "this token, everywhere and immediately" },
        { name: "Keeps", text: "its user's other tokens" },
        { name: "Breaks", text: "anything that uses this token, until it is replaced" },
      ],
    });
    expect(questions["pat-revoke"]).not.toHaveProperty("initial");
    expect(text).toContain("Verifying that the token is rejected");
    expect(entries.map(({ step, result }) => `${step}: ${result}`)).toEqual(["ended pat: done"]);
    expect(entries[0]?.evidence).toContain("request with the token: 401");
    expect(forge.done).toEqual(["revoked", "looked", "looked", "looked"]);
    expect(asked).toEqual(["pat-revoke"]);
  });

  test("is checked once if the forge refuses it immediately", async () => {
    const forge = forgeAnswering(["refused"]);
    await end(forge, { answers: yes });
    expect(forge.done).toEqual(["revoked", "looked"]);
  });

  test("is not revoked without a yes; a person deletes it", async () => {
    const forge = forgeAnswering(["works"]);
    const { last } = await end(forge, { answers: { "pat-revoke": false, "pat-deleted": true } });
    expect(forge.done).toEqual([page]);
    expect(last).toMatchObject({ result: "reported" });
  });

  test.each<[Liveness, string]>([
    ["works", "The revocation was accepted, but the token still works."],
    ["unknown", "The revocation was accepted, but could not be verified."],
  ])("does not count as revoked if its state stays %s", async (liveness, statement) => {
    const forge = forgeAnswering([liveness]);
    const answers = { ...yes, "pat-deleted": false };
    const { entries } = await end(forge, { answers });
    expect(entries.map(({ result }) => result)).toEqual(["failed", "failed"]);
    expect(entries[0]?.statement).toBe(statement);
    expect(entries[0]?.evidence).toEqual(["revocation accepted"]);
    // Half a minute, because each reading of the clock adds a second.
    expect(forge.done.filter((deed) => deed === "looked").length).toBeGreaterThan(20);
  });

  test("is deleted by a person if the forge does not accept the revocation", async () => {
    const refusal = new RefusedByForge({ status: 422, request: "POST", message: "no" });
    const forge = forgeAnswering(["works"], () => Promise.reject(refusal));
    const answers = { ...yes, "pat-deleted": true };
    const { entries } = await end(forge, { answers });
    expect(entries.map(({ result }) => result)).toEqual(["failed", "reported"]);
    expect(forge.done).toEqual(["revoked", page]);
  });

  test.each([
    [true, "reported", "The operator reported that the token is deleted."],
    [false, "failed", "The token is not deleted yet."],
  ])(
    "counts as deleted only if a person reports this when the token is not available: %s",
    async (isDeleted, result, statement) => {
      const forge = forgeAnswering([]);
      const { entries, asked } = await end(forge, {
        isGone: true,
        answers: { "pat-deleted": isDeleted },
      });
      const evidence = ["https://github.com/settings/personal-access-tokens"];
      expect(entries).toMatchObject([{ step: "ended pat", result, statement, evidence }]);
      expect(forge.done).toEqual([page]);
      expect(asked).toEqual(["pat-deleted"]);
    },
  );
});

describe("the page where a person deletes the PAT", () => {
  const own = [
    "The user who created the token can delete it here:",
    "https://github.com/settings/personal-access-tokens",
  ];
  const bodyFor = async (ownerKind: "organization" | "user") => {
    const { questions } = await respondWith(
      (response) => endPat(response, { material: undefined, way: "round 1" }),
      { answers: { "pat-deleted": false }, situation: { ownerKind } },
    );
    return questions["pat-deleted"]?.body;
  };

  test("is the page of its creator, and for an organization also the page of an owner", async () => {
    expect(await bodyFor("organization")).toEqual([
      ...own,
      "An owner of acme can revoke it here:",
      "https://github.com/organizations/acme/settings/personal-access-tokens/active",
    ]);
    expect(await bodyFor("user")).toEqual(own);
  });
});

describe("an installation token", () => {
  const end = (forge: ReturnType<typeof forgeAnswering>, given: Given) =>
    respondWith(
      (response) =>
        endInstallationToken(response, { credential: "write-app", secret, way: "round 1" }),
      { ...given, deps: forge.deps },
    );

  test("is revoked after a yes, independently of the key", async () => {
    const forge = forgeAnswering(["refused"]);
    const { entries } = await end(forge, { answers: { "write-app-revoke": true } });
    expect(entries).toMatchObject([{ step: "token-ended write-app", result: "done" }]);
  });

  test("is not revoked without a yes", async () => {
    const forge = forgeAnswering(["works"]);
    const { entries } = await end(forge, { answers: { "write-app-revoke": false } });
    expect(entries).toEqual([]);
    expect(forge.done).toEqual([]);
  });

  test("is not asked about again after its revocation", async () => {
    const forge = forgeAnswering(["works"]);
    const journal = await openIncident({}, { step: "token-ended write-app" });
    const { asked } = await end(forge, { journal });
    expect(asked).toEqual([]);
    expect(forge.done).toEqual([]);
  });
});
