import { expect, test } from "vitest";
import { reportRun } from "../../../flows/shared/report-run.ts";

const link = "https://forge.example/run/1";

test("leaving a run that has ended does not report that it continues", () => {
  const updates: unknown[] = [];
  const report = reportRun((update) => updates.push(update));
  report({ line: "the run is queued", link });
  report({ line: "reading the report", seen: "the run ended", link, isOver: true });
  expect(updates).toEqual([
    {
      line: "the run is queued",
      link,
      ifLeft: { text: "The run continues in the background", link },
    },
    { line: "reading the report", seen: "the run ended", link, ifLeft: null },
  ]);
});
