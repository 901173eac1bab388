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

describe("an incident", () => {
  const { id, read } = incidentStep(location);

  test("has the id that journals know", () => expect(id).toBe("github.com acme/control incident"));

  test("is read as it was written", () => {
    expect(read(incident)).toEqual(incident);
    expect(read(asOnDisk(incident))).toEqual(incident);
  });

  test("that was never opened is none", () => expect(read(undefined)).toBeUndefined());

  const damaged: [string, unknown][] = [
    ...Object.keys(incident).map((name): [string, unknown] => [
      `without its ${name}`,
      { ...incident, [name]: undefined },
    ]),
    ["nothing", null],
    ["of a time that is none", { ...incident, openedAt: "yesterday" }],
    ["of somebody who is none", { ...incident, openedBy: 7 }],
    ["of a credential that is none", { ...incident, credentials: ["root"] }],
    ["of a package that is none", { ...incident, packages: [7] }],
    ["of a date that is none", { ...incident, storedAt: { pat: 7 } }],
    ["of a switch that is none", { ...incident, switches: { A: 7 } }],
  ];
  test.each(damaged)("that is %s counts as an incident without known data", (_, found) => {
    const incidentFound = read(found);
    expect(incidentFound).toMatchObject({ openedAt: "unknown", credentials: [], storedAt: {} });
    expect(incidentFound && isReadable(incidentFound)).toBe(false);
  });
});

describe("an attempt", () => {
  const { id, read } = attemptStep(location, "search", 2);

  test("has the id that journals know", () => expect(id).toBe("github.com acme/control search #2"));

  test("is read as it was written", () => {
    expect(read(entry)).toEqual(entry);
    expect(read(asOnDisk(entry))).toEqual(entry);
    const off = attemptStep(location, "switches-off", 1);
    expect(off.read(switched)).toEqual(switched);
    expect(off.read(asOnDisk(switched))).toEqual(switched);
  });

  test("that was never made is none", () => expect(read(undefined)).toBeUndefined());

  const damaged: [string, unknown][] = [
    ["nothing", null],
    ["no record", "done"],
    ["of another step", { ...entry, step: "switches-on" }],
    ["of a result that there is not", { ...entry, result: "closed" }],
    ["of a result that only we give", { ...entry, result: "unknown" }],
    ["without its words", { ...entry, statement: undefined }],
    ["without its evidence", { ...entry, evidence: "seen" }],
    ["without its time", { ...entry, at: 7 }],
    ["of a search that says less", { ...entry, search: { ...entry.search, notSearched: 0 } }],
  ];
  test.each(damaged)("that is %s counts as an attempt with an unknown result", (_, found) => {
    expect(read(found)).toMatchObject({ step: "search", result: "unknown", evidence: [] });
  });

  test("keeps its time and author if they can be read", () => {
    expect(read({ at, by: "mona" })).toMatchObject({ at, by: "mona" });
    expect(read(null)).toMatchObject({ at: "unknown", by: "unknown" });
  });
});

describe("a record with an attempt that cannot be read", () => {
  const done = { ...entry, result: "done" } as const;
  const required = ["switches-off", "runs-ended", "search", "review-mode", "switches-on"] as const;
  const recordOf = (...attempts: unknown[]) => {
    const steps = new Map<string, unknown>([[incidentStep(location).id, incident]]);
    for (const [index, attempt] of attempts.entries())
      steps.set(attemptStep(location, "search", index + 1).id, attempt);
    return readRecord(location, ({ id, read }) => read(steps.get(id)));
  };

  test("has the step still to be done", () => {
    const record = recordOf(done, "damaged");
    expect(record?.remaining).toContain("search");
    expect(record?.open).toContain("Search: The journal entry of this attempt is unreadable.");
  });

  test("has an incident open of which nothing is known, whatever was done", () => {
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

  test("has it done by the next attempt", () => {
    const record = recordOf("damaged", done);
    expect(record?.remaining).not.toContain("search");
    expect(record?.entries.map(({ result }) => result)).toEqual(["done", "unknown"]);
  });
});
