import { expect, test } from "vitest";
import { isPatProved } from "../../../src/plane/setup/pat-proof.ts";

const storedAt = "2026-11-21T09:00:00Z";
const expiresAt = "2026-12-21T09:00:00Z";
const proof = { storedAt, expiresAt, provedAt: "2026-11-21T09:05:00Z" };

test("a proof counts for the stored token with the expiry of the consent", () => {
  expect(isPatProved(proof, { storedAt, expiresAt: "2026-12-21T09:00:00.000Z" })).toBe(true);
});

test.each([
  ["was stored after the proof", proof, { storedAt: "2026-11-21T09:00:01Z", expiresAt }],
  ["has another expiry than the consent", proof, { storedAt, expiresAt: "2026-12-22" }],
  ["is no longer stored", proof, { storedAt: undefined, expiresAt }],
  ["was never tested", undefined, { storedAt, expiresAt }],
  ["was never stored", undefined, { storedAt: undefined, expiresAt }],
])("a token that %s is not proved", (_what, known, wanted) => {
  expect(isPatProved(known, wanted)).toBe(false);
});
