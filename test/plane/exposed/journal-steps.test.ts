import { describe, expect, test } from "vitest";
import type { ExposureEntry, Incident } from "../../../src/plane/exposed/exposure.ts";
import { attemptStep, incidentStep, isReadable } from "../../../src/plane/exposed/journal-steps.ts";
import { readRecord } from "../../../src/plane/exposed/read-record.ts";

const location = { host: "github.com", repository: "Acme/Control" };
const at = "2026-11-21T09:00:00.000Z";
const incident: Incident = {
  openedAt: at,
  openedBy: "mona",
  credentials: ["read-app", "pat"],
  packages: ["review"],
  switches: { CP_REVIEW_ENABLED: "true", CP_TRIAGE_ENABLED: null },
  storedAt: { "read-app": at, pat: null },
};
const entry: ExposureEntry = {
  step: "search",
  at,
  by: "mona",
  result: "partial",
  statement: "It is so.",
  evidence: ["seen"],
  search: {
    since: at,
    until: at,
    by: "value",
    searched: { logs: 1, outputs: 2 },
    findings: [{ where: "run 1", link: "l", what: "a token" }],
    notSearched: [{ where: "run 2", reason: "403" }],
  },
};
const switched: ExposureEntry = {
  step: "switches-off",
  at,
  by: "mona",
  result: "failed",
  statement: "So.",
  evidence: [],
  switches: [
    { variable: "A", before: null, after: "false" },
    { variable: "B", before: undefined, after: undefined, problem: "refused" },
  ],
};

const asOnDisk = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

describe("the journal entry of an incident", () => {
  const { id, read } = incidentStep(location);

  test("has the same ID as in existing journals", () =>
    expect(id).toBe("github.com acme/control incident"));

  test("is read back as it was written", () => {
    expect(read(incident)).toEqual(incident);
    expect(read(asOnDisk(incident))).toEqual(incident);
  });

  test("does not exist before an incident is opened", () =>
    expect(read(undefined)).toBeUndefined());

  const damaged: [string, unknown][] = [
    ...Object.keys(incident).map((name): [string, unknown] => [
      `without its ${name}`,
      { ...incident, [name]: undefined },
    ]),
    ["that is null", null],
    ["with an invalid time", { ...incident, openedAt: "yesterday" }],
    ["with an invalid author", { ...incident, openedBy: 7 }],
    ["with an unknown credential", { ...incident, credentials: ["root"] }],
    ["with an invalid package", { ...incident, packages: [7] }],
    ["with an invalid date", { ...incident, storedAt: { pat: 7 } }],
    ["with an invalid switch", { ...incident, switches: { A: 7 } }],
  ];
  test.each(damaged)("%s counts as an incident without known data", (_, found) => {
    const incidentFound = read(found);
    expect(incidentFound).toMatchObject({ openedAt: "unknown", credentials: [], storedAt: {} });
    expect(incidentFound && isReadable(incidentFound)).toBe(false);
  });
});

describe("the journal entry of an attempt", () => {
  const { id, read } = attemptStep(location, "search", 2);

  test("has the same ID as in existing journals", () =>
    expect(id).toBe("github.com acme/control search #2"));

  test("is read back as it was written", () => {
    expect(read(entry)).toEqual(entry);
    expect(read(asOnDisk(entry))).toEqual(entry);
    const off = attemptStep(location, "switches-off", 1);
    expect(off.read(switched)).toEqual(switched);
    expect(off.read(asOnDisk(switched))).toEqual(switched);
  });

  test("does not exist before an attempt", () => expect(read(undefined)).toBeUndefined());

  const damaged: [string, unknown][] = [
    ["that is null", null],
    ["that is not an object", "done"],
    ["for another step", { ...entry, step: "switches-on" }],
    ["with an unknown result", { ...entry, result: "closed" }],
    ["with a result that is never written", { ...entry, result: "unknown" }],
    ["without its statement", { ...entry, statement: undefined }],
    ["with invalid evidence", { ...entry, evidence: "seen" }],
    ["with an invalid time", { ...entry, at: 7 }],
    ["with incomplete search results", { ...entry, search: { ...entry.search, notSearched: 0 } }],
  ];
  test.each(damaged)("%s counts as an attempt with an unknown result", (_, found) => {
    expect(read(found)).toMatchObject({ step: "search", result: "unknown", evidence: [] });
  });

  test("keeps its time and author if they can be read", () => {
    expect(read({ at, by: "mona" })).toMatchObject({ at, by: "mona" });
    expect(read(null)).toMatchObject({ at: "unknown", by: "unknown" });
  });
});

describe("a record with an unreadable attempt", () => {
  const done = { ...entry, result: "done" } as const;
  const required = ["switches-off", "runs-ended", "search", "review-mode", "switches-on"] as const;
  const recordOf = (...attempts: unknown[]) => {
    const steps = new Map<string, unknown>([[incidentStep(location).id, incident]]);
    for (const [index, attempt] of attempts.entries())
      steps.set(attemptStep(location, "search", index + 1).id, attempt);
    return readRecord(location, ({ id, read }) => read(steps.get(id)));
  };

  test("requires the step again", () => {
    const record = recordOf(done, "damaged");
    expect(record?.remaining).toContain("search");
    expect(record?.open).toContain("Search: The journal entry of this attempt is unreadable.");
  });

  test("has an open incident without known data, whatever steps are done", () => {
    const steps = new Map<string, unknown>([[incidentStep(location).id, "damaged"]]);
    for (const step of required) {
      steps.set(attemptStep(location, step, 1).id, { ...switched, step, result: "done" });
    }
    const record = readRecord(location, ({ id, read }) => read(steps.get(id)));
    expect(record).toMatchObject({
      state: "open",
      open: ["Incident: its journal entry is unreadable."],
    });
  });

  test("counts the step as done after the next attempt", () => {
    const record = recordOf("damaged", done);
    expect(record?.remaining).not.toContain("search");
    expect(record?.entries.map(({ result }) => result)).toEqual(["done", "unknown"]);
  });
});
