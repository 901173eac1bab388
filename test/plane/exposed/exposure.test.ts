import { describe, expect, test } from "vitest";
import type { ExposureEntry, ExposureStep } from "../../../src/plane/exposed/exposure.ts";
import { attemptStep, incidentStep } from "../../../src/plane/exposed/journal-steps.ts";
import { listNext } from "../../../src/plane/exposed/list-next.ts";
import { parseDay } from "../../../src/plane/exposed/parse-day.ts";
import { readRecord } from "../../../src/plane/exposed/read-record.ts";
import { command, incident, location, recordOf } from "./record-of.ts";

describe("the state of an incident", () => {
  test("is closed if every step is done", () => expect(recordOf({})?.state).toBe("closed"));

  test.each<[ExposureStep, ExposureEntry["result"] | undefined, "open" | "closed"]>([
    ["switches-off", "failed", "open"],
    ["switches-off", "skipped", "closed"],
    ["switches-off", undefined, "open"],
    ["cancel-runs", "failed", "closed"],
    ["runs-ended", "failed", "open"],
    ["ended read-app", "reported", "closed"],
    ["ended read-app", "failed", "open"],
    ["ended read-app", undefined, "open"],
    ["search", "partial", "closed"],
    ["search", "failed", "open"],
    ["search", undefined, "open"],
    ["rotated read-app", "failed", "open"],
    ["review-mode", "failed", "open"],
    ["switches-on", "failed", "open"],
    ["switches-on", undefined, "open"],
    ["uninstalled read-app", "failed", "open"],
    ["token-ended read-app", "failed", "open"],
    ["alive read-app", "skipped", "closed"],
    ["alive read-app", "failed", "closed"],
    // Only a search can be partial.
    ["switches-off", "partial", "open"],
    ["ended read-app", "partial", "open"],
    ["uninstalled read-app", "partial", "open"],
    // A credential that a later run added.
    ["ended pat", "done", "open"],
  ])("with the step %s %s is %s", (step, result, state) => {
    const record = recordOf({ [step]: result });
    expect(record?.state).toBe(state);
    expect(record?.remaining.length === 0).toBe(state === "closed");
  });
});

test("without an incident, no record is read", () => {
  expect(readRecord(location, () => undefined)).toBeUndefined();
});

test("the last attempt counts, and the record contains all attempts", () => {
  const steps = new Map<string, unknown>([[incidentStep(location).id, incident]]);
  for (const [index, result] of ["failed", "failed", "done"].entries()) {
    const entry = { step: "search", at: `2026-11-21T09:00:0${index}.000Z`, by: "mona", result };
    steps.set(attemptStep(location, "search", index + 1).id, {
      ...entry,
      statement: "",
      evidence: [],
    });
  }
  const record = readRecord(location, ({ id, read }) => read(steps.get(id)));
  expect(record?.entries.map(({ result }) => result)).toEqual(["failed", "failed", "done"]);
  expect(record?.remaining).not.toContain("search");
});

test("the record lists the remaining steps with the command for each", () => {
  const record = recordOf({ "rotated read-app": "failed", "switches-on": undefined });
  expect(record && listNext(record, command)).toEqual([
    {
      text: "Rotate the credential",
      command: "gatehouse rotate --app read",
    },
    {
      text: "Continue this incident",
      command: "gatehouse exposed",
    },
  ]);
});

test("a PAT is rotated as a token, and an uninstalled App must be installed again", () => {
  const record = recordOf({ "uninstalled read-app": "done", "ended pat": "done" });
  expect(record && listNext({ ...record, remaining: ["rotated pat"] }, command)).toEqual([
    { text: "Rotate the credential", command: "gatehouse rotate --pat" },
    { text: "Install the App again", command: "gatehouse setup" },
    { text: "Continue this incident", command: "gatehouse exposed" },
  ]);
  const failed = recordOf({ "uninstalled read-app": "failed" });
  expect(failed && listNext(failed, command).map(({ text }) => text)).not.toContain(
    "Install the App again",
  );
});

test("after the incident is closed, a review is required before live mode", () => {
  const record = recordOf({});
  expect(record && listNext(record, command)).toEqual([
    {
      text: "Verify before promotion to live mode",
      command: "gatehouse verify",
    },
  ]);
});

test.each([
  ["2026-11-21", "2026-11-21T00:00:00.000Z"],
  ["2026-11-21T09:30:00Z", "2026-11-21T09:30:00.000Z"],
  ["2026-11-21T09:30:00+02:00", "2026-11-21T07:30:00.000Z"],
  ["yesterday", undefined],
  ["2026-13-01", undefined],
  ["21.11.2026", undefined],
  ["2026-11-21T09:30", undefined],
  [" 2026-11-21 ", "2026-11-21T00:00:00.000Z"],
  ["on 2026-11-21", undefined],
])("the start date %s is %s", (text, wanted) => {
  expect(parseDay(text)?.toISOString()).toBe(wanted);
});
