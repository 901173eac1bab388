import { describe, expect, test } from "vitest";
import type {
  ExposureEntry,
  ExposureStep,
  Incident,
} from "../../../src/control/exposure/exposure.ts";
import { attemptStep, incidentStep } from "../../../src/control/exposure/journal-steps.ts";
import type { SayCommand } from "../../../src/control/command-line.ts";
import type { ExposureSearch } from "../../../src/control/exposure/search.ts";
import { parseDay } from "../../../src/control/exposure/parse-day.ts";
import { readRecord } from "../../../src/control/exposure/read-record.ts";
import { listNext, renderExposure } from "../../../src/control/exposure/render-exposure.ts";

const place = { host: "github.com", repository: "acme/control" };
const command: SayCommand = (verb, more = []) => ["gatehouse", verb, ...more].join(" ");
const incident: Incident = {
  openedAt: "2026-11-21T09:00:00.000Z",
  openedBy: "mona",
  credentials: ["read-app"],
  packages: ["review"],
  switches: { CP_REVIEW_ENABLED: "true" },
  storedAt: {},
};

const required: readonly ExposureStep[] = [
  "switches-off",
  "cancel-runs",
  "runs-ended",
  "ended read-app",
  "search",
  "rotated read-app",
  "review-mode",
  "switches-on",
];

/** @param search what the search found, where it is told */
function recordOf(
  changes: Partial<Record<ExposureStep, ExposureEntry["result"] | undefined>>,
  search?: ExposureSearch,
) {
  const results = { ...Object.fromEntries(required.map((step) => [step, "done"])), ...changes };
  const steps = new Map<string, unknown>([[incidentStep(place).id, incident]]);
  for (const [index, [step, result]] of Object.entries(results).entries()) {
    if (result === undefined) continue;
    const at = `2026-11-21T09:00:${String(index).padStart(2, "0")}.000Z`;
    const entry = { step, at, by: "mona", result, said: "It is so.", evidence: ["seen"] };
    const found = step === "search" && search ? { search } : {};
    steps.set(attemptStep(place, step as ExposureStep, 1).id, { ...entry, ...found });
  }
  return readRecord(place, ({ id, read }) => read(steps.get(id)));
}

describe("an incident is closed", () => {
  test("when every step is done", () => expect(recordOf({})?.state).toBe("closed"));

  test.each<[ExposureStep, ExposureEntry["result"] | undefined, "open" | "closed"]>([
    ["switches-off", "failed", "open"],
    ["switches-off", "skipped", "closed"],
    ["switches-off", undefined, "open"],
    ["cancel-runs", "failed", "closed"],
    ["runs-ended", "failed", "open"],
    ["ended read-app", "told", "closed"],
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
    // Only a search may end in part.
    ["switches-off", "partial", "open"],
    ["ended read-app", "partial", "open"],
    ["uninstalled read-app", "partial", "open"],
    // A credential that was added by a later run.
    ["ended pat", "done", "open"],
  ])("%s %s: %s", (step, result, state) => {
    const record = recordOf({ [step]: result });
    expect(record?.state).toBe(state);
    expect(record?.remaining.length === 0).toBe(state === "closed");
  });
});

test("without an incident there is no record", () => {
  expect(readRecord(place, () => undefined)).toBeUndefined();
});

test("the last attempt counts, and all are in the record", () => {
  const steps = new Map<string, unknown>([[incidentStep(place).id, incident]]);
  for (const [index, result] of ["failed", "failed", "done"].entries()) {
    const entry = { step: "search", at: `2026-11-21T09:00:0${index}.000Z`, by: "mona", result };
    steps.set(attemptStep(place, "search", index + 1).id, { ...entry, said: "", evidence: [] });
  }
  const record = readRecord(place, ({ id, read }) => read(steps.get(id)));
  expect(record?.entries.map(({ result }) => result)).toEqual(["failed", "failed", "done"]);
  expect(record?.remaining).not.toContain("search");
});

test("what is left is told with the command that does it", () => {
  const record = recordOf({ "rotated read-app": "failed", "switches-on": undefined });
  expect(record && listNext(record, command)).toEqual([
    {
      say: "Rotate the credential",
      command: "gatehouse rotate --app read",
    },
    {
      say: "Go on with this incident",
      command: "gatehouse exposed",
    },
  ]);
});

test("a token is rotated as one, and an App that was uninstalled has to be installed again", () => {
  const record = recordOf({ "uninstalled read-app": "done", "ended pat": "done" });
  expect(record && listNext({ ...record, remaining: ["rotated pat"] }, command)).toEqual([
    { say: "Rotate the credential", command: "gatehouse rotate --pat" },
    { say: "Install the App again", command: "gatehouse setup" },
    { say: "Go on with this incident", command: "gatehouse exposed" },
  ]);
  const failed = recordOf({ "uninstalled read-app": "failed" });
  expect(failed && listNext(failed, command).map(({ say }) => say)).not.toContain(
    "Install the App again",
  );
});

test("after it is closed, the review comes before live mode", () => {
  const record = recordOf({});
  expect(record && listNext(record, command)).toEqual([
    {
      say: "Verify before promotion to live mode",
      command: "gatehouse verify",
    },
  ]);
});

describe("the record of a search", () => {
  const search: ExposureSearch = {
    since: "2026-11-14T00:00:00.000Z",
    until: "2026-11-21T00:00:00.000Z",
    by: "value",
    searched: { logs: 3, outputs: 2 },
    findings: [{ what: "the credential", where: "job 11 of run 1, line 3", link: "l" }],
    notSearched: [{ where: "run 2", because: "403" }],
  };
  const render = (change: Partial<ExposureSearch> = {}) => {
    const record = recordOf({}, { ...search, ...change });
    return record ? renderExposure(record, command) : "";
  };

  test("tells where it looked, what it found and what it did not see", () => {
    expect(render()).toContain(`
Search from 2026-11-14T00:00:00.000Z to 2026-11-21T00:00:00.000Z
  for the credential itself, and all that looks like a key or a token
  in 3 job logs and 2 issues, comments and pull requests
  Found:
    the credential: job 11 of run 1, line 3 l
  Not searched, so not known:
    run 2: 403
  Never searched:
`);
    expect(render()).not.toContain("Still open");
  });

  test("tells that it found nothing, and by what it searched", () => {
    const text = render({ by: "shape", findings: [], notSearched: [] });
    expect(text).toContain("  for all that looks like a key or a token; the credential itself");
    expect(text).toContain("  Found:\n    nothing\n  Not searched, so not known:\n    nothing\n");
  });

  test("is not there where nothing was searched", () => {
    const record = recordOf({ search: undefined });
    expect(record && renderExposure(record, command)).not.toContain("Search from");
  });
});

test("packages are named, or it is said that none is", () => {
  const record = recordOf({})!;
  const of = (packages: string[]) => ({ ...record, incident: { ...incident, packages } });
  expect(renderExposure(of(["a", "b"]), command)).toContain("\nPackages     a, b\n");
  expect(renderExposure(of([]), command)).toContain("\nPackages     none named\n");
});

test("the record reads as text", () => {
  const record = recordOf({ "ended read-app": "told", "switches-on": undefined });
  expect(record && renderExposure(record, command)).toMatchInlineSnapshot(`
    "Suspected exposure: acme/control on github.com

    Incident     2026-11-21T09:00:00.000Z, opened by mona
    State        open
    Credentials  Read App
    Packages     review

    What was done (UTC; told: the operator's word, not observed)
      2026-11-21T09:00:00.000Z  ✔ done     Kill switches (by mona)
        It is so.
        · seen
      2026-11-21T09:00:01.000Z  ✔ done     Cancel active runs (by mona)
        It is so.
        · seen
      2026-11-21T09:00:02.000Z  ✔ done     Active runs (by mona)
        It is so.
        · seen
      2026-11-21T09:00:03.000Z  ” told     Revocation: Read App (by mona)
        It is so.
        · seen
      2026-11-21T09:00:04.000Z  ✔ done     Search (by mona)
        It is so.
        · seen
      2026-11-21T09:00:05.000Z  ✔ done     Rotation: Read App (by mona)
        It is so.
        · seen
      2026-11-21T09:00:06.000Z  ✔ done     Review mode (by mona)
        It is so.
        · seen

    Still open
      Kill switches back on: not done yet.

    Next
      Go on with this incident:
        gatehouse exposed
    "
  `);
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
])("the day %s is %s", (text, wanted) => {
  expect(parseDay(text)?.toISOString()).toBe(wanted);
});
