import { describe, expect, test } from "vitest";
import { exposureRows } from "../../../src/commands/outcomes/exposure-rows.ts";
import { renderExposure } from "../../../src/commands/outcomes/write-exposure.ts";
import type { ExposureRecord, ExposureStep } from "../../../src/plane/exposed/exposure.ts";
import type { ExposureSearch } from "../../../src/plane/exposed/search.ts";
import { command, incident, recordOf } from "../../plane/exposed/record-of.ts";
import { describeWidths, printed } from "../../terminal/check-print.ts";

function recordWith(
  changes: Partial<Record<ExposureStep, "reported" | undefined>>,
  search?: ExposureSearch,
): ExposureRecord {
  const record = recordOf(changes, search);
  if (!record) throw new Error("there is no record");
  return record;
}

const search: ExposureSearch = {
  since: "2026-11-14T00:00:00.000Z",
  until: "2026-11-21T00:00:00.000Z",
  by: "value",
  searched: { logs: 3, outputs: 2 },
  findings: [
    {
      what: "the credential",
      where: "job 11 of run 1, line 3",
      link: "https://github.com/acme/control/actions/runs/1/job/11",
    },
  ],
  notSearched: [{ where: "run 2", reason: "403" }],
};

const full = recordWith({ "ended read-app": "reported", "switches-on": undefined }, search);

describeWidths("the record of an incident", (style) => exposureRows(full, command, style));

test("the record of an incident is readable as plain text", () => {
  expect(renderExposure(full, command)).toMatchInlineSnapshot(`
    " acme/control   suspected exposure on github.com · open

       Incident         2026-11-21T09:00:00.000Z, opened by mona
       State            open
       Credentials      Read App
       Review packages  review

       Times are UTC. Reported steps are stated by the operator, not verified.
       STEP                  RESULT    TIME AND OPERATOR
     ✔ Kill switches         done      2026-11-21T09:00:00.000Z, mona
         It is so.
         seen
     ✔ Cancel active runs    done      2026-11-21T09:00:01.000Z, mona
         It is so.
         seen
     ✔ Active runs           done      2026-11-21T09:00:02.000Z, mona
         It is so.
         seen
     ” Revocation: Read App  reported  2026-11-21T09:00:03.000Z, mona
         It is so.
         seen
     ✔ Search                done      2026-11-21T09:00:04.000Z, mona
         It is so.
         seen
     ✔ Rotation: Read App    done      2026-11-21T09:00:05.000Z, mona
         It is so.
         seen
     ✔ Review mode           done      2026-11-21T09:00:06.000Z, mona
         It is so.
         seen

       Search from 2026-11-14T00:00:00.000Z to 2026-11-21T00:00:00.000Z
         for the credential itself, and anything that looks like a key or token
         in 3 job logs; issues, comments, pull requests: 2
       Found
         the credential: job 11 of run 1, line 3
       https://github.com/acme/control/actions/runs/1/job/11
       Not searched, result unknown
         run 2: 403
       Never searched
         artifacts, caches and job summaries of runs
         older runs that were rerun in this period
         earlier versions of edited texts, and deleted texts
         commits outside of pull requests, wiki pages, discussions
         repositories that are not listed here

       Still open
         Restore kill switches: not done yet.

       Next  Continue this incident:
       gatehouse exposed
    "
  `);
});

describe("the search record", () => {
  const print = (change: Partial<ExposureSearch>) =>
    printed((style) => exposureRows(recordWith({}, { ...search, ...change }), command, style));

  test("reports that nothing was found, and shows the search criteria", () => {
    const text = print({ by: "shape", findings: [], notSearched: [] });
    expect(text).toContain(
      "\n     for anything that looks like a key or token; the credential itself was\n       not available\n",
    );
    expect(text).toContain(
      "\n   Found\n     nothing\n   Not searched, result unknown\n     nothing\n",
    );
    expect(text).not.toContain("Still open");
  });

  test("is omitted if no search was made", () => {
    const record = recordWith({ search: undefined });
    expect(printed((style) => exposureRows(record, command, style))).not.toContain("Search from");
  });
});

test.each([
  [["a", "b"], "a, b"],
  [[], "none named"],
])("the packages line lists the packages, or reports that none are named: %j", (packages, text) => {
  const record = { ...recordWith({}), incident: { ...incident, packages } };
  expect(printed((style) => exposureRows(record, command, style))).toMatch(
    new RegExp(`^ {3}Review packages +${text}$`, "m"),
  );
});
