import { readFile } from "node:fs/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { composeFleetReport } from "../../../src/plane/fleet/fleet-report.ts";
import type { StoredCheck } from "../../../src/plane/fleet/check-file.ts";
import { checkOf, unreadableCheck } from "./fleet-bench.ts";

const now = new Date("2026-03-01T06:30:00Z");
const failing = {
  checks: [{ id: "precedence", title: "Precedence", state: "fail" as const, evidence: ["A PAT."] }],
};

function dueIn(daysLeft: number) {
  const state = daysLeft < 0 ? ("expired" as const) : ("due" as const);
  const expiresAt = "2026-03-05T00:00:00.000Z";
  return {
    reminders: [{ credential: "pat" as const, state, daysLeft, expiresAt, text: "Rotate." }],
  };
}

function report(checks: readonly StoredCheck[], expected: readonly string[] = []) {
  return composeFleetReport({ checks, strays: [] }, expected, now);
}

function statesOf(checks: readonly StoredCheck[], expected: readonly string[] = []) {
  return report(checks, expected).repositories.map(({ repo, state }) => `${repo} ${state}`);
}

test("a control plane that lacks only a proof run is complete", () => {
  const proved = { overallStatus: "complete", complete: true, lacksOnlyProof: false };
  expect(statesOf([checkOf("a/unproved"), checkOf("a/whole", { overallStatus: proved })])).toEqual([
    "a/unproved complete",
    "a/whole complete",
  ]);
  expect(report([checkOf("a/a")]).needsPerson).toBe(false);
});

test.each<[string, Parameters<typeof checkOf>[1]]>([
  ["a control plane that lacks more than a proof", { overallStatus: { lacksOnlyProof: false } }],
  ["a control plane that fails a check", { verify: failing }],
])("incomplete: %s", (_, change) => {
  expect(statesOf([checkOf("a/a", change)])).toEqual(["a/a incomplete"]);
  expect(report([checkOf("a/a", change)]).needsPerson).toBe(true);
});

test("an unreadable control plane, or one without a review, is reported with a reason", () => {
  const checks = [
    unreadableCheck("a/gone", "The App is not installed."),
    checkOf("a/half", { verify: null }),
  ];
  expect(report(checks).repositories.map(({ reason }) => reason)).toEqual([
    "The App is not installed.",
    "its job gave no reason",
  ]);
});

test("contains every expected repository, regardless of case", () => {
  expect(statesOf([checkOf("Acme/Control")], ["acme/control", "acme/silent"])).toEqual([
    "acme/silent unreadable",
    "acme/control complete",
  ]);
  expect(report([], ["a/a"]).repositories[0]?.reason).toBe("its job left no result");
});

test.each<[string, readonly StoredCheck[], string]>([
  [
    "for a repository that is not on the list",
    [checkOf("a/other")],
    "fleet-check.json (a/other is not on the list)",
  ],
  [
    "from the future",
    [checkOf("a/a", { checkedAt: "2026-03-01T06:41:00.000Z" })],
    "fleet-check.json (the time of a/a is in the future)",
  ],
  [
    "with more than one file",
    [checkOf("a/a", { file: "1" }), checkOf("A/a", { file: "2" })],
    "1 (there is more than one file for a/a)",
  ],
])("a result %s is not trusted and needs attention", (_, checks, stray) => {
  const { strays, needsPerson, repositories } = report(checks, ["a/a"]);
  expect(strays[0]).toBe(stray);
  expect(needsPerson).toBe(true);
  expect(repositories.map(({ repo, state }) => `${repo} ${state}`)).toEqual(["a/a unreadable"]);
});

test("clocks can differ slightly", () => {
  expect(statesOf([checkOf("a/a", { checkedAt: "2026-03-01T06:39:00.000Z" })])).toEqual([
    "a/a complete",
  ]);
});

test("a fleet without results needs attention", () => {
  expect(report([]).needsPerson).toBe(true);
});

test.each<[string, readonly string[], string]>([
  ["shared-control", [], "incomplete"],
  ["precedence", [], "incomplete"],
  ["review-output", ["Issues"], "incomplete"],
  ["review-output", [], "complete"],
  ["read-app-key", ["Administration"], "complete"],
  ["inference-billing", [], "complete"],
])(
  "with %s unknown and the missing permissions %j, a control plane is %s",
  (id, ungranted, state) => {
    const checks = [{ id, title: "What decides", state: "unknown" as const, evidence: ["No."] }];
    const [member] = report([
      checkOf("a/a", { verify: { checks }, ungranted: [...ungranted] }),
    ]).repositories;
    expect(member?.state).toBe(state);
    expect(member?.unverified.map((each) => each.id)).toEqual(state === "complete" ? [] : [id]);
  },
);

test("reports a skipped incomplete pair", () => {
  const [member] = report([checkOf("a/a", { skipped: ["It is empty."] })]).repositories;
  expect(member).toMatchObject({ skipped: ["It is empty."], credential: "fleet-app" });
});

test("sorts by urgency: expired, not checked, severity of the problem, expiring soon, complete", () => {
  const checks = [
    checkOf("f/well"),
    checkOf("e/month", { overallStatus: dueIn(29) }),
    checkOf("d/week", { overallStatus: dueIn(3) }),
    checkOf("c/wrong", { overallStatus: { lacksOnlyProof: false } }),
    checkOf("b/worse", { verify: failing }),
    unreadableCheck("z/unseen", "No."),
    checkOf("y/over", { overallStatus: dueIn(-2) }),
  ];
  expect(report(checks).repositories.map(({ repo }) => repo)).toEqual([
    "y/over",
    "z/unseen",
    "b/worse",
    "c/wrong",
    "d/week",
    "e/month",
    "f/well",
  ]);
});

test("a credential that expires soon needs attention, even if everything is complete", () => {
  const { needsPerson, counts } = report([checkOf("a/a", { overallStatus: dueIn(20) })]);
  expect({ needsPerson, counts }).toEqual({
    needsPerson: true,
    counts: { complete: 1, incomplete: 0, unreadable: 0 },
  });
});

test("an unreadable file needs attention", () => {
  expect(composeFleetReport({ checks: [], strays: ["x"] }, [], now).needsPerson).toBe(true);
});

test("each report matches the published schema and contains every control plane", async () => {
  const path = new URL("../../../src/plane/fleet/fleet-report.schema.json", import.meta.url);
  const schema = JSON.parse(await readFile(path, "utf8")) as object;
  const isTime = (text: string) => !Number.isNaN(Date.parse(text));
  const validate = new Ajv2020({ formats: { "date-time": isTime } }).compile(schema);
  const checks = fc.constantFrom(
    checkOf("a/one"),
    checkOf("A/ONE", { verify: failing }),
    checkOf("b/two", { overallStatus: dueIn(-1), ungranted: ["Variables"] }),
    unreadableCheck("c/three", "No."),
  );
  const names = fc.uniqueArray(fc.constantFrom("a/one", "b/two", "c/three", "d/four"));
  fc.assert(
    fc.property(fc.array(checks), names, (kept, expected) => {
      const made = report(kept, expected);
      expect(validate(JSON.parse(JSON.stringify(made)))).toBe(true);
      const reported = made.repositories.map(({ repo }) => repo.toLowerCase());
      const seen = kept.map(({ repo }) => repo.toLowerCase());
      const wanted = expected.length > 0 ? expected : seen;
      expect(reported.toSorted()).toEqual([...new Set(wanted)].toSorted());
    }),
  );
});
