import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readGateRecord, writeGateRecord } from "../../../src/run/admit/gate-record.ts";
import { evaluateRun, recordDenial } from "../../../src/run/admit/evaluate-run.ts";

const now = new Date("2026-01-01T12:00:00.000Z");
const reset = now.getTime() / 1000 + 600;
const counted = (remaining: number, at = reset) =>
  ({ kind: "counted", limit: 5000, remaining, reset: at }) as const;

describe("the admission of a run", () => {
  test.each([
    ["exactly the required requests", counted(100), true, "capacity", 100],
    ["one request too few", counted(99), false, "denied", 99],
    ["a forge that does not limit requests", { kind: "unlimited" }, true, "unlimited", undefined],
    ["no requests left", { kind: "used-up", limit: 60, reset }, false, "denied", 0],
    ["a refused credential", { kind: "refused" }, false, "credential-refused", undefined],
    ["an unreadable capacity", { kind: "unreadable" }, false, "unreadable-capacity", undefined],
  ] as const)("is decided correctly with %s", (_what, capacity, admitted, reason, remaining) => {
    expect(evaluateRun(capacity, 100)).toMatchObject({ admitted, reason, remaining });
  });
});

describe("the gate record of a denial", () => {
  const record = (capacity: Parameters<typeof evaluateRun>[0], previous?: string) =>
    recordDenial(evaluateRun(capacity, 100), { gateRecord: previous, sourceRunId: "7", now });
  const previous = (ahead: number) =>
    writeGateRecord({ limit: 1, remaining: 0, reset: now.getTime() / 1000 + ahead });
  const written = { limit: 5000, remaining: 9, reset, sourceRunId: "7" };

  test.each([
    ["a fresh denial", counted(9), undefined, written],
    [
      "a denial in the response headers",
      { kind: "used-up", limit: 60, reset },
      undefined,
      { limit: 60 },
    ],
    ["a denial after an expired record", counted(9), previous(-1), written],
    ["a denial after a shorter record", counted(9), previous(599), written],
    ["a denial after a record too far in the future", counted(9), previous(7201), written],
    ["a denial after an invalid record", counted(9), "off", written],
  ] as const)("is created for %s", (_what, capacity, before, expected) => {
    expect(record(capacity, before)).toMatchObject(expected);
  });

  test.each([
    ["an admission", counted(100), undefined],
    ["a forge that does not limit requests", { kind: "unlimited" }, undefined],
    ["a refused credential", { kind: "refused" }, undefined],
    ["an unreadable capacity", { kind: "unreadable" }, undefined],
    ["an unknown reset", { kind: "used-up", limit: 60, reset: undefined }, undefined],
    ["a reset that has passed", counted(9, reset - 600), undefined],
    ["a reset too far in the future", counted(9, reset + 6601), undefined],
    ["a denial during a longer record", counted(9), previous(601)],
    ["a denial that matches the existing record", counted(9), previous(600)],
  ] as const)("is not created for %s", (_what, capacity, before) => {
    expect(record(capacity, before)).toBeUndefined();
  });

  test("is active for a reader at that moment, whatever the forge responds", () => {
    fc.assert(
      fc.property(
        fc.nat(99),
        fc.maxSafeNat(),
        fc.integer({ min: -9000, max: 9000 }),
        (left, far, near) => {
          for (const at of [far, Math.max(0, reset + near)]) {
            const made = record(counted(left, at));
            if (!made) continue;
            expect(readGateRecord(writeGateRecord(made), now).state).toBe("active");
          }
        },
      ),
    );
  });
});
