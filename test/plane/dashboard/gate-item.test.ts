import { describe, expect, test } from "vitest";
import { evaluateGate } from "../../../src/plane/dashboard/gate-item.ts";
import type { GateFacts } from "../../../src/plane/dashboard/gate-item.ts";
import { someAdmission, someFields, someRun } from "./some-runs.ts";

const now = new Date("2026-11-20T14:41:00Z");
const reset = Date.parse("2026-11-20T15:04:00Z") / 1000;
const active = {
  state: "active",
  record: { limit: 5000, remaining: 212, reset, sourceRunId: "431" },
} as const;
const denied = someAdmission({ run: someRun({ id: 431 }), isDenied: true });
const passed = someAdmission({ run: someRun({ id: 432 }) });

function evaluate(change: Partial<GateFacts>) {
  return evaluateGate({
    record: { state: "none" },
    admissions: [],
    unchecked: 0,
    denial: undefined,
    now,
    ...change,
  });
}

describe("the gate item", () => {
  test("is closed while a record is active, and names the denied run", () => {
    expect(evaluate({ record: active, admissions: [denied], denial: someFields })).toEqual({
      state: "closed",
      record: "active",
      written: {
        limit: 5000,
        remaining: 212,
        reset: "2026-11-20T15:04:00.000Z",
        sourceRun: "431",
      },
      opensAt: "2026-11-20T15:04:00.000Z",
      latestFailure: {
        run: 431,
        number: 431,
        workflow: "nightly",
        link: "https://forge.test/acme/control/actions/runs/431",
        at: "2026-11-20T14:06:00Z",
        remaining: 212,
        required: 750,
        reset: "2026-11-20T15:04:00.000Z",
      },
      admissions: 1,
      unchecked: 0,
    });
  });

  test.each([
    ["no record, before the first run", {}, "open"],
    ["an active record of a run that is not listed", { record: active }, "closed"],
    [
      "an expired record",
      {
        record: { state: "expired" as const, record: { ...active.record, reset: reset - 3600 } },
        admissions: [denied],
      },
      "open",
    ],
    ["an invalid record", { record: { state: "invalid" as const } }, "open"],
    [
      "a denial whose record was not stored",
      { admissions: [denied], denial: someFields },
      "closed",
    ],
    ["a denial whose end is unknown", { admissions: [denied] }, "unknown"],
    [
      "a denial whose log and record are not readable",
      { record: undefined, admissions: [denied] },
      "unknown",
    ],
    [
      "a denial whose reset is too far in the future",
      { admissions: [denied], denial: { ...someFields, reset: "2099-01-01T15:04:00.000Z" } },
      "unknown",
    ],
    [
      "a run that was admitted after the denial",
      { admissions: [passed, denied], denial: someFields },
      "open",
    ],
    [
      "a denial that has ended",
      { admissions: [denied], denial: someFields, now: new Date("2026-11-20T15:04:01Z") },
      "open",
    ],
    ["runs that were not checked", { admissions: [passed], unchecked: 2 }, "unknown"],
    ["a record that is not readable", { record: undefined }, "unknown"],
    [
      "an admitted run and a record that is not readable",
      { record: undefined, admissions: [passed] },
      "open",
    ],
  ])("has the expected state with %s", (_what, facts, state) => {
    const gate = evaluate(facts);
    expect(gate.state).toBe(state);
    expect(gate.opensAt !== null).toBe(state === "closed");
  });

  test("omits an invalid run number and an invalid reset time", () => {
    const record = { limit: 1, remaining: 0, reset: -9_007_199_254_740_991, sourceRunId: "a word" };
    expect(evaluate({ record: { state: "expired", record } }).written).toEqual({
      limit: 1,
      remaining: 0,
      reset: null,
      sourceRun: null,
    });
  });

  test("still reports the latest failure after the gate opened again", () => {
    const gate = evaluate({ admissions: [passed, denied] });
    expect(gate.latestFailure).toMatchObject({ run: 431, remaining: null, required: null });
  });
});
