import { describe, expect, test } from "vitest";
import { findAdmission, readAdmissionLog } from "../../../src/plane/dashboard/admission-seen.ts";
import type { Job } from "../../../src/forge/resources/runs.ts";
import { someRun } from "./some-runs.ts";

function job(name: string, step: string, conclusion: string | undefined): Job {
  const steps = [{ name: step, conclusion, endedAt: "2026-11-20T14:01:00Z" }];
  return { id: 5, name, status: "completed", conclusion, link: undefined, steps };
}

describe("a run has reached the admission gate", () => {
  test.each([
    ["admission", "success", false],
    ["admission", "failure", true],
    ["pre_activation", "failure", true],
  ])("if the gate's step in the job %s has the conclusion %s", (name, conclusion, isDenied) => {
    const jobs = [
      job("other", "x", "success"),
      job(name, "API capacity admission gate", conclusion),
    ];
    expect(findAdmission(someRun(), jobs)).toMatchObject({
      jobId: 5,
      at: "2026-11-20T14:01:00Z",
      isDenied,
    });
  });

  test.each([
    [
      "a step of the same name in another job",
      job("worker", "API capacity admission gate", "failure"),
    ],
    ["another step of the job", job("admission", "Set up job", "failure")],
    ["a step in progress", job("admission", "API capacity admission gate", undefined)],
    ["a skipped step", job("admission", "API capacity admission gate", "skipped")],
  ])("but not with %s", (_what, other) => {
    expect(findAdmission(someRun(), [other])).toBeUndefined();
  });
});

describe("the gate's log", () => {
  const stamp = (line: string) => `2026-11-20T14:41:00.0000000Z ${line}`;

  test("is found among all other printed lines", () => {
    const log = [
      "##[group]API capacity admission gate",
      " ✖ Denied: not enough requests left.",
      "   reason: denied",
      "   credential: read-app",
      "   remaining: 212",
      "   limit: 5000",
      "   required: 750",
      "   reset: 2026-11-20T15:04:00Z",
      "   time to reset: about 23 minutes (0.39 hours)",
    ].map(stamp);
    expect(readAdmissionLog(log.join("\n"))).toEqual({
      isDenied: true,
      credential: "read-app",
      remaining: 212,
      limit: 5000,
      required: 750,
      reset: "2026-11-20T15:04:00.000Z",
    });
  });

  test("is also read as the JSON that --json prints; later lines are ignored", () => {
    const document = { admitted: true, reason: "capacity", remaining: 4000, required: 100 };
    const lines = [...JSON.stringify(document, null, 2).split("\n"), "   reason: denied"];
    expect(readAdmissionLog(lines.map(stamp).join("\n"))).toMatchObject({
      isDenied: false,
      remaining: 4000,
      required: 100,
    });
  });

  test.each(["2099-01-01(ghp_x)", "2026-13-45T00:00:00Z", "2026", "\u001b[31m"])(
    "does not have a reset time if the value is not a valid time: %j",
    (reset) => {
      expect(readAdmissionLog(stamp(`   reset: ${reset}`)).reset).toBeUndefined();
    },
  );

  test.each([
    ["", {}],
    ["   remaining: not known", {}],
    ["   remaining: -1", {}],
    ["   remaining: 9999999999999999999", {}],
    ["   credential: somebody", {}],
    ["   reset: tomorrow", {}],
    ["remaining: 5", {}],
  ])("is read without invalid values: %j", (line, reported) => {
    const nothing = { credential: undefined, remaining: undefined, limit: undefined };
    const all = { ...nothing, required: undefined, reset: undefined, ...reported };
    expect(readAdmissionLog(stamp(line))).toEqual(all);
  });
});
