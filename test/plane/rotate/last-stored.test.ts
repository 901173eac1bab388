import { expect, test } from "vitest";
import {
  abandonedStep,
  damagedStep,
  recordStep,
  stageStep,
} from "../../../src/plane/rotate/journal-steps.ts";
import { findLastStored } from "../../../src/plane/rotate/last-stored.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";

const location = {
  profile: resolveHost("github.com"),
  repository: requireRepositoryName("acme/control", "--repo"),
};
const [first, second] = ["2026-11-20T09:00:00.000Z", "2026-11-21T09:00:00.000Z"];
const open = (startedAt: string) => ({
  startedAt,
  by: "mona",
  credentials: ["read-app"] as const,
});

const runs = [{ what: "proof run", link: "https://forge.example/run/1", hasPassed: true }];

/** Returns the record of a completed rotation. */
function ended(at: string, fingerprint: string): [string, unknown] {
  const evidence = {
    begun: { at },
    proved: { at, fingerprint },
    stored: { at, fingerprint },
    validated: { at, fingerprint, runs },
    revoked: { at, by: "mona", how: "seen" },
    rechecked: { at, findings: [] },
  };
  const rotations = [{ credential: "read-app", evidence }];
  return [recordStep(location, at).id, { ...open(at), endedAt: at, rotations }];
}

const storedId = (fingerprint: string) =>
  stageStep(location, "stored", { credential: "read-app", fingerprint }).id;
const storingId = (fingerprint: string) =>
  stageStep(location, "storing", { credential: "read-app", fingerprint }).id;
const last = (...steps: [string, unknown][]) =>
  findLastStored(new Map(steps), location, "read-app");

test("the last stored key of a completed rotation is known, with its time", () => {
  expect(last(ended(first, "SHA256:a"))).toEqual({ at: first, fingerprint: "SHA256:a" });
});

test.each([
  ["that was abandoned", abandonedStep(location, second).id, open(second)],
  ["whose first step was damaged", damagedStep(location, second).id, {}],
])("the last stored key of a rotation %s is known from its remaining steps", (_, id, begun) => {
  const left = { ...begun, abandonedAt: second, steps: [storedId("SHA256:b")] };
  expect(last(ended(first, "SHA256:a"), [id, left])).toEqual({
    at: second,
    fingerprint: "SHA256:b",
  });
});

test("an unreadable rotation, or one that stored nothing, does not hide the rotation before it", () => {
  const left = { ...open(second), abandonedAt: second, steps: [] };
  for (const found of [left, "damaged"]) {
    const stored = last(ended(first, "SHA256:a"), [recordStep(location, second).id, found]);
    expect(stored).toMatchObject({ fingerprint: "SHA256:a" });
  }
});

test("after a rotation that was killed while it stored a key, the stored key is unknown", () => {
  const begun = [storedId("SHA256:b"), storingId("SHA256:c")];
  const left = { ...open(second), abandonedAt: second, steps: begun };
  expect(last(ended(first, "SHA256:a"), [abandonedStep(location, second).id, left])).toBe(
    "not known",
  );
  const underWay: [string, unknown] = [storingId("SHA256:c"), { at: second }];
  expect(last(ended(first, "SHA256:a"), underWay)).toBe("not known");
});

test("a key whose storage was completed counts as the last stored key", () => {
  const steps = [storingId("SHA256:b"), storingId("SHA256:c"), storedId("SHA256:c")];
  const left = { ...open(second), abandonedAt: second, steps };
  expect(last([abandonedStep(location, second).id, left])).toMatchObject({
    fingerprint: "SHA256:c",
  });
  const found = { at: second, fingerprint: "SHA256:c" };
  const underWay = steps.map((id): [string, unknown] => [id, found]);
  expect(last(ended(first, "SHA256:a"), ...underWay)).toMatchObject({ fingerprint: "SHA256:c" });
});

test("keys of other Apps and other repositories are ignored", () => {
  const steps = new Map([ended(first, "SHA256:a")]);
  expect(findLastStored(steps, location, "write-app")).toBeUndefined();
  const other = { ...location, repository: requireRepositoryName("acme/other", "--repo") };
  expect(findLastStored(steps, other, "read-app")).toBeUndefined();
});
