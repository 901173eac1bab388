import { expect, test } from "vitest";
import { listRunItems } from "../../../src/plane/dashboard/run-items.ts";
import { someAdmission, someRun } from "./some-runs.ts";

test("lists the last completed run of each workflow and all active ones, newest first", () => {
  const runs = [
    someRun({ id: 9, status: "in_progress", conclusion: undefined }),
    someRun({ id: 8, workflowId: 2, workflow: "worker" }),
    someRun({ id: 7, status: "queued", conclusion: undefined }),
    someRun({ id: 6 }),
    someRun({ id: 5, workflowId: 2, workflow: "worker" }),
    someRun({ id: 4 }),
  ];
  const items = listRunItems(runs, []);
  expect(items.map(({ id, state, minutes }) => [id, state, minutes])).toEqual([
    [9, "running", null],
    [8, "passed", 6],
    [7, "waiting", null],
    [6, "passed", 6],
  ]);
});

test.each([
  ["success", "passed"],
  ["skipped", "passed"],
  ["cancelled", "cancelled"],
  ["failure", "failed"],
  ["timed_out", "failed"],
  ["startup_failure", "failed"],
  ["action_required", "failed"],
])("a run with the conclusion %s is shown as %s", (conclusion, state) => {
  expect(listRunItems([someRun({ conclusion })], [])[0]?.state).toBe(state);
});

test("a run that the gate denied is not shown as a failure", () => {
  const run = someRun({ conclusion: "failure" });
  const [item] = listRunItems([run], [someAdmission({ run, isDenied: true })]);
  expect(item?.state).toBe("stopped by the gate");
});

test("redacts credentials in titles and names, and shortens them to one line", () => {
  const token = `ghp_${"a".repeat(36)}`;
  const run = someRun({ title: `Bearer ${token} ${"long ".repeat(100)}`, workflow: token });
  const [item] = listRunItems([run], []);
  expect(JSON.stringify(item)).not.toContain(token);
  expect(item?.title.length).toBeLessThan(110);
});

test("ignores an invalid start time", () => {
  expect(listRunItems([someRun({ startedAt: "garbage" })], [])[0]?.startedAt).toBeNull();
});
