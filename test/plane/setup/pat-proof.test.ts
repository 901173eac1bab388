import { expect, test } from "vitest";
import { isPatProved } from "../../../src/plane/setup/pat-proof.ts";

const storedAt = "2026-11-21T09:00:00Z";
const expiresAt = "2026-12-21T09:00:00Z";
const proof = { storedAt, expiresAt, provedAt: "2026-11-21T09:05:00Z" };

test("a proof is of the token that is stored, and that was consented to", () => {
  expect(isPatProved(proof, { storedAt, expiresAt: "2026-12-21T09:00:00.000Z" })).toBe(true);
});

test.each([
  ["was stored since", proof, { storedAt: "2026-11-21T09:00:01Z", expiresAt }],
  ["ends at another time than the consent says", proof, { storedAt, expiresAt: "2026-12-22" }],
  ["is not there any more", proof, { storedAt: undefined, expiresAt }],
  ["nobody has tried", undefined, { storedAt, expiresAt }],
  ["is not there, and never was", undefined, { storedAt: undefined, expiresAt }],
])("a token that %s is not proved", (_what, known, wanted) => {
  expect(isPatProved(known, wanted)).toBe(false);
});
