import { describe, expect, test } from "vitest";
import { confirmContainment, contain } from "../../../flows/exposed/contain.ts";
import type { ExposedDeps } from "../../../flows/exposed/exposed-deps.ts";
import type { CancelledRun } from "../../../src/plane/exposed/active-runs.ts";
import type { ExposureResult } from "../../../src/plane/exposed/exposure.ts";
import type { SwitchChange } from "../../../src/plane/exposed/switches.ts";
import { RefusedByForge } from "../../../src/forge/forge-errors.ts";
import { openIncident, respondWith, type Given } from "./step-bench.ts";

const off: SwitchChange = { variable: "CP_REVIEW_ENABLED", before: "true", after: "false" };
const run = { id: 7, status: "in_progress", link: "l" };
const cancelled = (how: CancelledRun["how"]): CancelledRun => ({ ...run, how });

function worldOf(change: Partial<ExposedDeps> = {}) {
  const done: string[] = [];
  const deps: Partial<ExposedDeps> = {
    setSwitches: (variables, value) => {
      done.push(`${variables.join()} to ${value}`);
      return Promise.resolve([off]);
    },
    cancelActiveRuns: () => (done.push("cancelled"), Promise.resolve([cancelled("cancelled")])),
    waitForRuns: () => (done.push("waited"), Promise.resolve([])),
    ...change,
  };
  return { deps, done };
}

function containWith(world: ReturnType<typeof worldOf>, given: Given & { isWanted?: false } = {}) {
  const isWanted = given.isWanted ?? true;
  const options = { ...given, deps: world.deps };
  return respondWith((response) => contain(response, { isWanted, way: "round 1" }), options);
}

const results = (entries: readonly { step: string; result: ExposureResult }[]) =>
  entries.map(({ step, result }) => `${step}: ${result}`);

describe("containment", () => {
  test("sets the kill switches, cancels active runs, and waits until they stop, in this order", async () => {
    const world = worldOf();
    const { entries } = await containWith(world);
    expect(world.done).toEqual(["CP_REVIEW_ENABLED to false", "cancelled", "waited"]);
    expect(results(entries)).toEqual([
      "switches-off: done",
      "cancel-runs: done",
      "runs-ended: done",
    ]);
    expect(entries[0]).toMatchObject({
      statement: "CP_REVIEW_ENABLED set to false.",
      evidence: ["CP_REVIEW_ENABLED: was true, now false"],
      switches: [off],
    });
    expect(entries[2]?.evidence).toEqual(["no active run is listed"]);
  });

  test("does nothing if the operator declines, and records this", async () => {
    const world = worldOf();
    const { entries } = await containWith(world, { isWanted: false });
    expect(world.done).toEqual([]);
    expect(entries.map(({ result, statement }) => `${result}: ${statement}`)).toEqual(
      Array(3).fill("skipped: The operator declined."),
    );
  });

  test("continues with the next part if one part fails", async () => {
    const no = () =>
      Promise.reject(new RefusedByForge({ status: 403, request: "PATCH", message: "no" }));
    const world = worldOf({ setSwitches: no, cancelActiveRuns: no });
    const { entries } = await containWith(world);
    expect(results(entries)).toEqual([
      "switches-off: failed",
      "cancel-runs: failed",
      "runs-ended: done",
    ]);
  });

  test.each<[string, Partial<SwitchChange>]>([
    ["was not set, now false", { before: null }],
    ["was unknown, now false", { before: undefined }],
    ["was true, now unknown (403)", { after: undefined, problem: "403" }],
    ["was true, now unknown (no reason reported)", { after: undefined }],
  ])("reports how a switch changed: %s", async (statement, change) => {
    const setSwitches = () => Promise.resolve([{ ...off, ...change }]);
    const { entries } = await containWith(worldOf({ setSwitches }));
    expect(entries[0]?.evidence).toEqual([`CP_REVIEW_ENABLED: ${statement}`]);
  });

  test.each<[string, SwitchChange]>([
    ["is unknown afterwards", { ...off, after: undefined, problem: "it reads true" }],
    ["has the other value afterwards", { ...off, after: "true" }],
  ])("fails for a switch that %s", async (_, change) => {
    const { entries } = await containWith(
      worldOf({ setSwitches: () => Promise.resolve([off, change]) }),
    );
    expect(entries[0]).toMatchObject({
      result: "failed",
      statement: "CP_REVIEW_ENABLED not set to false.",
    });
  });

  test("skips the switches if none is affected, and fails if the settings cannot be read", async () => {
    const scope = { switches: [] };
    const world = worldOf();
    const skipped = await containWith(world, { scope });
    expect(skipped.entries[0]).toMatchObject({
      step: "switches-off",
      result: "skipped",
      evidence: [],
    });
    const failed = await containWith(world, { scope, situation: { settingsProblem: "no JSON" } });
    expect(failed.entries[0]).toMatchObject({ result: "failed", evidence: ["no JSON"] });
    expect(world.done.filter((deed) => deed.includes(" to "))).toEqual([]);
  });

  test.each<[CancelledRun["how"], ExposureResult, string]>([
    ["cancelled", "done", "1 active run: 1 cancelled, 0 of them by force, 0 refused."],
    ["forced", "done", "1 active run: 1 cancelled, 1 of them by force, 0 refused."],
    ["ended by itself", "done", "1 active run: 1 cancelled, 0 of them by force, 0 refused."],
    ["refused", "failed", "1 active run: 0 cancelled, 0 of them by force, 1 refused."],
  ])("reports the result for an active run: %s", async (how, result, statement) => {
    const { entries } = await containWith(
      worldOf({ cancelActiveRuns: () => Promise.resolve([cancelled(how)]) }),
    );
    expect(entries[1]).toMatchObject({
      result,
      statement,
      evidence: [`run 7, in_progress: ${how} l`],
    });
  });

  test("reports why a run was not cancelled", async () => {
    const refused = { ...cancelled("refused"), problem: "403" };
    const { entries } = await containWith(
      worldOf({ cancelActiveRuns: () => Promise.resolve([refused]) }),
    );
    expect(entries[1]?.evidence).toEqual(["run 7, in_progress: refused (403) l"]);
  });

  test("reports if no run was active", async () => {
    const { entries } = await containWith(worldOf({ cancelActiveRuns: () => Promise.resolve([]) }));
    expect(entries[1]).toMatchObject({
      result: "done",
      statement: "No run was active.",
      evidence: [],
    });
  });

  test("is not complete while a run is active", async () => {
    const waitForRuns: ExposedDeps["waitForRuns"] = ({ report }) => (
      report([run]),
      Promise.resolve([run])
    );
    const { entries, text } = await containWith(worldOf({ waitForRuns }));
    expect(text).toContain("Still active: run 7");
    expect(entries[2]).toMatchObject({
      result: "failed",
      statement: "Still active: run 7.",
      evidence: ["run 7 is in_progress: l"],
    });
  });

  test("stops if the operator does not want to wait", async () => {
    const seen: boolean[] = [];
    const waitForRuns: ExposedDeps["waitForRuns"] = async (wait) => {
      seen.push(wait.isOver());
      while (!wait.isOver()) await new Promise((resolve) => setImmediate(resolve));
      return [run];
    };
    const { entries } = await containWith(worldOf({ waitForRuns }), {
      press: { "runs-ended": "continue" },
    });
    expect(seen).toEqual([false]);
    expect(entries[2]?.result).toBe("failed");
  });

  test("does not set switches to false again after they were switched back on", async () => {
    const world = worldOf();
    const on = { step: "switches-on", result: "done" } as const;
    await containWith(world, { journal: await openIncident({}, on) });
    expect(world.done).toEqual([]);
    const failed = { ...on, result: "failed" } as const;
    await containWith(world, { journal: await openIncident({}, failed) });
    expect(world.done).toHaveLength(3);
  });
});

describe("the confirmation of containment", () => {
  const confirmIn = (given: Given & { isYes?: true } = {}) =>
    respondWith(
      ({ context, deps, situation, scope }) =>
        confirmContainment(
          context,
          { ...deps, options: { ...deps.options, isYes: given.isYes === true } },
          { situation, scope },
        ),
      given,
    );

  test.each([true, false])("is requested: %s", async (contains) => {
    const { result, asked, questions } = await confirmIn({ answers: { contain: contains } });
    expect(result).toBe(contains);
    // Containment can be undone and every minute counts, so Enter means yes.
    expect(questions["contain"]).toMatchObject({ initial: true });
    expect(asked).toEqual(["contain"]);
  });

  test.each<[string, Given]>([
    ["CP_REVIEW_ENABLED set to false", {}],
    [
      "none known: the settings do not name any affected review package",
      { scope: { switches: [] } },
    ],
    ["none known: no JSON", { scope: { switches: [] }, situation: { settingsProblem: "no JSON" } }],
  ])("names the kill switches: %s", async (says, given) => {
    const { questions } = await confirmIn({ ...given, answers: { contain: true } });
    expect(questions["contain"]?.facts).toEqual([
      { name: "Kill switches", text: says },
      {
        name: "Active runs",
        text: "every active run in acme/control is cancelled, by force if necessary",
      },
      { name: "To undo", text: "set the switches back and start the runs again" },
    ]);
    expect(questions["contain"]?.body).toEqual(["Nothing is revoked yet."]);
  });

  test("can be given on the command line", async () => {
    const { result, asked, text } = await confirmIn({ isYes: true });
    expect({ result, asked }).toEqual({ result: true, asked: [] });
    expect(text).toContain("CP_REVIEW_ENABLED set to false");
  });

  test.each<[ExposureResult, boolean]>([
    ["done", true],
    ["failed", true],
    ["skipped", false],
    ["unknown", false],
  ])(
    "applies to the rest of the incident, depending on the result of the wait for runs: %s",
    async (result, isGiven) => {
      const journal = await openIncident({}, { step: "runs-ended", result });
      const { asked } = await confirmIn({ journal, answers: { contain: false } });
      expect(asked).toEqual(isGiven ? [] : ["contain"]);
    },
  );
});
