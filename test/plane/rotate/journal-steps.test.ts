import { describe, expect, test } from "vitest";
import {
  abandonedStep,
  damagedStep,
  isOfOpenRotation,
  openStep,
  patReplacementStep,
  recordStep,
  replacementStep,
  reviewStep,
  stageStep,
  patProofStep,
  proofStep,
} from "../../../src/plane/rotate/journal-steps.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import type { StepKey } from "../../../src/shared/step-key.ts";

const location = {
  profile: resolveHost("github.com"),
  repository: requireRepositoryName("Acme/Control", "--repo"),
};
const at = "2026-11-21T09:00:00.000Z";
const fingerprint = "SHA256:new";
const key = { credential: "read-app", fingerprint } as const;
const pat = { credential: "pat", fingerprint } as const;

const open = { startedAt: at, by: "mona", credentials: ["read-app", "pat"] };
const runs = [{ what: "proof run", link: "https://forge.example/run/1", hasPassed: true }];
const recheck = {
  at,
  runLink: "https://forge.example/run/2",
  apps: [{ role: "read", isProved: true, text: "as before" }],
};
const word = { at, by: "mona", how: "reported" };
const evidence = {
  begun: { at },
  proved: { at, fingerprint },
  stored: { at, fingerprint },
  validated: { at, fingerprint, runs },
  revoked: word,
  rechecked: { at, findings: ["as before"] },
};
const replacement = { clientId: "Iv1", slug: "an-app", at, fingerprint, keyId: "secret 1" };
const agreement = {
  resourceOwner: "acme",
  repositories: ["acme/control"],
  lifetimeDays: 30,
  rotationOwner: "mona",
};
const patReplacement = { at, fingerprint, tokenId: "secret 1", login: "mona", expiresAt: at };
const outcome = { ...open, endedAt: at, rotations: [{ credential: "pat", evidence }] };

/**
 * All step keys of a rotation, with the id after the location, and results as the flow writes them.
 */
const kept: [StepKey<unknown>, string, ...unknown[]][] = [
  [openStep(location), "rotation", open],
  [
    replacementStep(location, "read-app"),
    "read-app replacement",
    replacement,
    { ...replacement, previous: { fingerprint: "SHA256:old", keyId: "secret 2" } },
  ],
  [patReplacementStep(location), "pat replacement", { ...patReplacement, agreement }],
  [stageStep(location, "stored", key), "read-app stored SHA256:new", { at, fingerprint }],
  [stageStep(location, "recorded", pat), "pat recorded SHA256:new", { at }],
  [stageStep(location, "revoking", pat), "pat revoking SHA256:new", { at }],
  [
    stageStep(location, "revoked", key),
    "read-app revoked SHA256:new",
    word,
    { ...word, how: "seen", fingerprint: "SHA256:old" },
  ],
  [
    proofStep(location, "seen", ["SHA256:a", "SHA256:b"]),
    "seen SHA256:a,SHA256:b",
    { at, runLink: "l", repositories: {} },
    { at, runLink: "l", repositories: { read: "digest", write: "digest" } },
  ],
  [proofStep(location, "validated", ["SHA256:a"]), "validated SHA256:a", runs],
  [proofStep(location, "rechecked", ["SHA256:a"]), "rechecked SHA256:a", recheck],
  [patProofStep(location, "seen", "SHA256:a"), "seen SHA256:a", { at, runLink: "l" }],
  [patProofStep(location, "validated", "SHA256:a"), "validated SHA256:a", runs],
  [patProofStep(location, "rechecked", "SHA256:a"), "rechecked SHA256:a", evidence.rechecked],
  [reviewStep(location, "triage", ["SHA256:a"]), "review of triage with SHA256:a", runs[0]],
  [
    recordStep(location, at),
    `rotated ${at}`,
    { ...outcome, recheck: undefined },
    { ...outcome, recheck },
  ],
  [abandonedStep(location, at), `rotated ${at}`, { ...open, abandonedAt: at, steps: ["a"] }],
  [damagedStep(location, at), `rotated ${at}`, { abandonedAt: at, steps: ["a"] }],
];

describe.each(kept)("the journal step %o", ({ id, read }, name, ...results) => {
  test("has the same ID as in existing journals", () => {
    expect(id).toBe(`github.com acme/control ${name}`);
  });

  test("is read as the flow writes it, from memory and from disk", () => {
    for (const result of results) {
      expect(read(result)).toEqual(result);
      expect(read(JSON.parse(JSON.stringify(result)))).toEqual(result);
    }
  });

  test("is not returned if any part is missing or damaged", () => {
    const readable = results.flatMap(damage).filter((damaged) => read(damaged) !== undefined);
    expect(readable).toEqual([]);
  });
});

/** Returns copies of the result with each part set to null, and without each required field. */
function damage(result: unknown): unknown[] {
  if (typeof result !== "object" || result === null) return [null];
  if (Array.isArray(result)) return [null, ...result.flatMap((each) => damage(each).map(inList))];
  const fields = Object.entries(result).flatMap(([name, value]) => {
    const others = Object.entries(result).filter(([other]) => other !== name);
    const without = isFree(result, name) ? [] : [Object.fromEntries(others)];
    return [...without, ...damage(value).map((one) => ({ ...result, [name]: one }))];
  });
  return [null, ...fields];
}

const inList = (one: unknown) => [one];

function isFree(result: object, name: string): boolean {
  if (name === "fingerprint") return "how" in result;
  return ["previous", "recheck", "read", "write"].includes(name);
}

test("a step with an invalid time or credential is ignored", () => {
  const { read } = openStep(location);
  expect(read({ ...open, startedAt: "yesterday" })).toBeUndefined();
  expect(read({ ...open, credentials: ["read-app", "root"] })).toBeUndefined();
  expect(read({ ...open, credentials: [] })).toBeUndefined();
});

test("a result without a run does not count as validated", () => {
  expect(proofStep(location, "validated", ["SHA256:a"]).read([])).toBeUndefined();
});

test("an open rotation consists of all steps of its repository except the records", () => {
  const ids = kept.map(([{ id }]) => id);
  const records = [recordStep, abandonedStep, damagedStep].map((step) => step(location, at).id);
  expect(ids.filter((id) => !isOfOpenRotation(location, id))).toEqual(records);
  const other = { ...location, repository: requireRepositoryName("acme/control-2", "--repo") };
  expect(ids.filter((id) => isOfOpenRotation(other, id))).toEqual([]);
});
