import { expect, test } from "vitest";
import { listRunItems } from "../../../src/plane/dashboard/run-items.ts";
import { someAdmission, someRun } from "./some-runs.ts";

test("of each workflow the run that ended last, and every one that goes on, newest first", () => {
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
])("one that ended with %s is called %s", (conclusion, state) => {
  expect(listRunItems([someRun({ conclusion })], [])[0]?.state).toBe(state);
});

test("one that the gate stopped is no common failure", () => {
  const run = someRun({ conclusion: "failure" });
  const [item] = listRunItems([run], [someAdmission({ run, isDenied: true })]);
  expect(item?.state).toBe("stopped by the gate");
});

test("shows no credential that somebody wrote into a title or a name, and no more than a line takes", () => {
  const token = `ghp_${"a".repeat(36)}`;
  const run = someRun({ title: `Bearer ${token} ${"long ".repeat(100)}`, workflow: token });
  const [item] = listRunItems([run], []);
  expect(JSON.stringify(item)).not.toContain(token);
  expect(item?.title.length).toBeLessThan(110);
});

test("knows no start that is no moment", () => {
  expect(listRunItems([someRun({ startedAt: "garbage" })], [])[0]?.startedAt).toBeNull();
});
