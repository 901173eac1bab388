import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readGateRecord, writeGateRecord } from "../../../src/run/admit/gate-record.ts";

const now = new Date("2026-01-01T12:00:00.000Z");
const seconds = now.getTime() / 1000;
const fields = {
  version: 1,
  reason: "forge-api-capacity-insufficient",
  limit: 5000,
  remaining: 3,
  reset: seconds + 600,
  source_run_id: "77",
};
const json = (change: object = {}) => JSON.stringify({ ...fields, ...change });
const without = (name: keyof typeof fields) => json({ [name]: undefined });
const filled = (bytes: number) => {
  const empty = json({ padding: "" });
  return json({ padding: "x".repeat(bytes - empty.length) });
};
const longest = 48 * 1024;

describe("the life of a record", () => {
  test.each([
    ["absent", undefined, "none"],
    ["empty", "", "none"],
    ["as written", json(), "active"],
    ["in the other brand's words", json({ reason: "github-api-capacity-insufficient" }), "active"],
    ["with fields that nobody knows", json({ colour: "red", required: 7 }), "active"],
    ["without the run that wrote it", without("source_run_id"), "active"],
    ["with a byte order mark", `\ufeff${json()}`, "active"],
    ["with white space around it", ` \n${json()}\n`, "active"],
    ["with a field twice: the last one counts", `${json().slice(0, -1)},"reset":1}`, "expired"],
    ["with a field twice, the last one good", `{"version":9,${json().slice(1)}`, "active"],
    ["with one second to go", json({ reset: seconds + 1 }), "active"],
    ["at its reset", json({ reset: seconds }), "expired"],
    ["a second after it", json({ reset: seconds - 1 }), "expired"],
    ["from the beginning of time", json({ reset: 0 }), "expired"],
    ["two hours ahead", json({ reset: seconds + 7200 }), "active"],
    ["two hours and a second ahead", json({ reset: seconds + 7201 }), "invalid"],
    ["in milliseconds", json({ reset: (seconds + 600) * 1000 }), "invalid"],
    ["as long as a variable may be", filled(longest), "active"],
    ["a byte longer", filled(longest + 1), "invalid"],
    ["longer by letters of several bytes", json({ padding: "ü".repeat(longest / 2) }), "invalid"],
    ["of another version", json({ version: 2 }), "invalid"],
    ["of a version in quotes", json({ version: "1" }), "invalid"],
    ["for another reason", json({ reason: "maintenance" }), "invalid"],
    ["in another case", json({ reason: fields.reason.toUpperCase() }), "invalid"],
    ["without a reset", without("reset"), "invalid"],
    ["without a limit", without("limit"), "invalid"],
    ["without what remains", without("remaining"), "invalid"],
    ["with a reset in quotes", json({ reset: String(fields.reset) }), "invalid"],
    ["with half a second", json({ reset: fields.reset + 0.5 }), "invalid"],
    ["with less than nothing left", json({ remaining: -1 }), "invalid"],
    ["with a number that no computer holds", json({ limit: 2 ** 53 }), "invalid"],
    ["with a run that is a number", json({ source_run_id: 77 }), "invalid"],
    ["null", "null", "invalid"],
    ["a list", `[${json()}]`, "invalid"],
    ["a text", JSON.stringify(json()), "invalid"],
    ["true", "true", "invalid"],
    ["cut off", json().slice(0, -1), "invalid"],
    ["two of them", json() + json(), "invalid"],
    ["with a comma too many", json().replace("}", ",}"), "invalid"],
    ["no JSON at all", "off", "invalid"],
  ])("%s", (_what, value, state) => {
    expect(readGateRecord(value, now).state).toBe(state);
  });

  test("a part of a second before its reset it is active", () => {
    const almost = new Date(fields.reset * 1000 - 1);
    expect(readGateRecord(json(), almost).state).toBe("active");
  });
});

describe("a record", () => {
  const record = fc.record({
    limit: fc.nat(),
    remaining: fc.nat(),
    reset: fc.integer({ min: seconds + 1, max: seconds + 7200 }),
    sourceRunId: fc.string(),
  });

  test("that is written is read again, whatever the run is called", () => {
    fc.assert(
      fc.property(record, (written) => {
        const reading = readGateRecord(writeGateRecord(written), now);
        expect(reading).toEqual({ state: "active", record: written });
      }),
    );
  });

  test("is written in the neutral words, in this order", () => {
    const value = writeGateRecord({ limit: 5000, remaining: 3, reset: 1, sourceRunId: "77" });
    expect(value).toBe(
      '{"version":1,"reason":"forge-api-capacity-insufficient","limit":5000,"remaining":3,"reset":1,"source_run_id":"77"}',
    );
    expect(writeGateRecord({ limit: 1, remaining: 0, reset: 1 })).not.toContain("source_run_id");
  });

  test("changes only in one direction: active, then expired, and never active again", () => {
    const order = { invalid: 0, active: 1, expired: 2, none: 3 };
    fc.assert(
      fc.property(record, fc.nat(20_000), fc.nat(20_000), (written, early, later) => {
        const at = (after: number) => {
          const then = new Date(now.getTime() + after * 1000);
          return order[readGateRecord(writeGateRecord(written), then).state];
        };
        expect(at(early + later)).toBeGreaterThanOrEqual(at(early));
      }),
    );
  });

  test("with any text or value never fails, and denies runs for at most two hours", () => {
    const anything = fc.oneof(
      fc.string(),
      fc.json(),
      fc.json().map((text) => `\ufeff${text}`),
    );
    const almost = fc
      .dictionary(fc.constantFrom(...Object.keys(fields)), fc.jsonValue())
      .map((change) => json(change));
    fc.assert(
      fc.property(fc.oneof(anything, almost), (value) => {
        const reading = readGateRecord(value, now);
        if (reading.state !== "active") return;
        const ahead = reading.record.reset - seconds;
        expect(ahead).toBeGreaterThan(0);
        expect(ahead).toBeLessThanOrEqual(7200);
      }),
    );
  });
});
