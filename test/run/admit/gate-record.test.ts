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

describe("the state of a gate record", () => {
  test.each([
    ["absent", undefined, "none"],
    ["empty", "", "none"],
    ["as written", json(), "active"],
    [
      "in the github naming convention",
      json({ reason: "github-api-capacity-insufficient" }),
      "active",
    ],
    ["with unknown fields", json({ colour: "red", required: 7 }), "active"],
    ["without a run ID", without("source_run_id"), "active"],
    ["with a byte order mark", `\ufeff${json()}`, "active"],
    ["surrounded by white space", ` \n${json()}\n`, "active"],
    [
      "with a duplicate field, whose last value counts",
      `${json().slice(0, -1)},"reset":1}`,
      "expired",
    ],
    [
      "with a duplicate field whose last value is valid",
      `{"version":9,${json().slice(1)}`,
      "active",
    ],
    ["one second before its reset", json({ reset: seconds + 1 }), "active"],
    ["at its reset", json({ reset: seconds }), "expired"],
    ["one second after its reset", json({ reset: seconds - 1 }), "expired"],
    ["with a reset of 0", json({ reset: 0 }), "expired"],
    ["with a reset in two hours", json({ reset: seconds + 7200 }), "active"],
    ["with a reset in two hours and one second", json({ reset: seconds + 7201 }), "invalid"],
    ["with a reset in milliseconds", json({ reset: (seconds + 600) * 1000 }), "invalid"],
    ["at the size limit of a variable", filled(longest), "active"],
    ["one byte above the size limit", filled(longest + 1), "invalid"],
    [
      "above the size limit due to multibyte characters",
      json({ padding: "ü".repeat(longest / 2) }),
      "invalid",
    ],
    ["with another version", json({ version: 2 }), "invalid"],
    ["with a version in quotes", json({ version: "1" }), "invalid"],
    ["with another reason", json({ reason: "maintenance" }), "invalid"],
    ["with a reason in upper case", json({ reason: fields.reason.toUpperCase() }), "invalid"],
    ["without a reset", without("reset"), "invalid"],
    ["without a limit", without("limit"), "invalid"],
    ["without a remaining count", without("remaining"), "invalid"],
    ["with a reset in quotes", json({ reset: String(fields.reset) }), "invalid"],
    ["with a fractional reset", json({ reset: fields.reset + 0.5 }), "invalid"],
    ["with a negative remaining count", json({ remaining: -1 }), "invalid"],
    ["with a limit above the safe integer range", json({ limit: 2 ** 53 }), "invalid"],
    ["with a numeric run ID", json({ source_run_id: 77 }), "invalid"],
    ["null", "null", "invalid"],
    ["in a list", `[${json()}]`, "invalid"],
    ["as a JSON string", JSON.stringify(json()), "invalid"],
    ["true", "true", "invalid"],
    ["truncated at the end", json().slice(0, -1), "invalid"],
    ["written twice", json() + json(), "invalid"],
    ["with a trailing comma", json().replace("}", ",}"), "invalid"],
    ["that is not JSON", "off", "invalid"],
  ])("%s", (_what, value, state) => {
    expect(readGateRecord(value, now).state).toBe(state);
  });

  test("is active one millisecond before its reset", () => {
    const almost = new Date(fields.reset * 1000 - 1);
    expect(readGateRecord(json(), almost).state).toBe("active");
  });
});

describe("a gate record", () => {
  const record = fc.record({
    limit: fc.nat(),
    remaining: fc.nat(),
    reset: fc.integer({ min: seconds + 1, max: seconds + 7200 }),
    sourceRunId: fc.string(),
  });

  test("is read back as written, for any run ID", () => {
    fc.assert(
      fc.property(record, (written) => {
        const reading = readGateRecord(writeGateRecord(written), now);
        expect(reading).toEqual({ state: "active", record: written });
      }),
    );
  });

  test("uses the forge naming convention and a fixed order of fields", () => {
    const value = writeGateRecord({ limit: 5000, remaining: 3, reset: 1, sourceRunId: "77" });
    expect(value).toBe(
      '{"version":1,"reason":"forge-api-capacity-insufficient","limit":5000,"remaining":3,"reset":1,"source_run_id":"77"}',
    );
    expect(writeGateRecord({ limit: 1, remaining: 0, reset: 1 })).not.toContain("source_run_id");
  });

  test("changes only from active to expired, and never becomes active again", () => {
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

  test("with any content is read without an error, and denies runs for at most two hours", () => {
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
