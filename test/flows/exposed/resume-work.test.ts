import { describe, expect, test } from "vitest";
import type { ExposedDeps } from "../../../flows/exposed/exposed-deps.ts";
import { resumeWork } from "../../../flows/exposed/resume-work.ts";
import type { ExposureEntry, ExposureStep } from "../../../src/plane/exposed/exposure.ts";
import type { Settings } from "../../../src/plane/scope/settings.ts";
import { openIncident, respondWith, type Given } from "./step-bench.ts";

const live = { settings: { mode: "live" } as Settings };
const review = { settings: { mode: "review" } as Settings };
const yes = { "review-mode": true, "switches-on": true };

type Attempt = Partial<ExposureEntry> & { step: ExposureStep };

const off: Attempt = {
  step: "switches-off",
  switches: [
    { variable: "CP_REVIEW_ENABLED", before: "false", after: "false" },
    { variable: "CP_TRIAGE_ENABLED", before: "true", after: "false" },
    { variable: "CP_OFF_ENABLED", before: "false", after: "false" },
  ],
};
const settled: readonly Attempt[] = [
  off,
  { step: "runs-ended" },
  { step: "ended pat" },
  { step: "search", result: "partial" },
  { step: "rotated pat", result: "reported" },
];

/** Resumes after these attempts, in an incident that affects only the PAT. */
async function resume(
  attempts: readonly Attempt[],
  given: Given & { was?: "live" | "review" | "absent"; isYes?: true } = {},
) {
  const done: string[] = [];
  const deps: Partial<ExposedDeps> = {
    returnToReview: () => {
      done.push("review");
      return Promise.resolve(given.was ?? "live");
    },
    setSwitches: (variables, value) => {
      done.push(`${variables.join()} to ${value}`);
      return Promise.resolve(
        variables.map((variable) => ({ variable, before: "false", after: value })),
      );
    },
    ...(given.isYes && {
      options: { credentials: [], packages: [], switches: [], isYes: true },
    }),
  };
  const incident = { credentials: ["pat"] as const, ...given.incident };
  const journal = await openIncident(incident, ...attempts);
  const options = { situation: live, answers: yes, ...given, incident, journal, deps };
  const run = await respondWith((response) => resumeWork(response), options);
  const ours = run.entries.filter(({ step }) => ["review-mode", "switches-on"].includes(step));
  return { ...run, done, results: ours.map(({ step, result }) => `${step}: ${result}`) };
}

describe("work is resumed", () => {
  test("in review mode first, and then with the switches that this incident set", async () => {
    const { done, results, asked, record, questions } = await resume(settled);
    expect(done).toEqual(["review", "CP_REVIEW_ENABLED,CP_TRIAGE_ENABLED to true"]);
    expect(results).toEqual(["review-mode: done", "switches-on: done"]);
    expect(asked).toEqual(["review-mode", "switches-on"]);
    expect(record?.state).toBe("closed");
    expect(questions["switches-on"]).not.toHaveProperty("initial");
    expect(questions["switches-on"]?.facts).toEqual([
      { name: "Kill switches", text: "CP_REVIEW_ENABLED, CP_TRIAGE_ENABLED set to true" },
      { name: "Review packages", text: "run in review mode" },
    ]);
  });

  test.each<[string, Attempt]>([
    ["setting the switches", { ...off, result: "failed" }],
    ["stopping the runs", { step: "runs-ended", result: "failed" }],
    ["revoking the credential", { step: "ended pat", result: "failed" }],
    ["the search", { step: "search", result: "failed" }],
    ["the rotation", { step: "rotated pat", result: "failed" }],
    ["a step with an unknown result", { step: "search", result: "unknown" }],
  ])("not while a step is incomplete: %s", async (_, open) => {
    const { done, asked, results } = await resume([...settled, open]);
    expect({ done, asked, results }).toEqual({ done: [], asked: [], results: [] });
  });
});

describe("the settings", () => {
  test("stay live if the operator declines, and nothing is switched on", async () => {
    const answers = { ...yes, "review-mode": false };
    const { done, results, last, questions } = await resume(settled, { answers });
    expect(done).toEqual([]);
    expect(results).toEqual(["review-mode: failed"]);
    expect(last?.evidence).toEqual([]);
    // Review mode changes nothing by itself, so Enter means yes.
    expect(questions["review-mode"]).toMatchObject({
      facts: [
        { name: "Changes", text: '"mode" to "review", in a commit to acme/control' },
        { name: "Keeps", text: "everything else in the settings" },
      ],
      initial: true,
    });
  });

  test("return to review mode without a question if the command line allows reversible steps", async () => {
    const { done, asked } = await resume(settled, { isYes: true });
    expect(done[0]).toBe("review");
    expect(asked).toEqual(["switches-on"]);
  });

  test.each<["review" | "absent", string]>([
    ["review", "review-mode: done"],
    ["absent", "review-mode: skipped"],
  ])("are checked without a question if they are not live: %s", async (was, result) => {
    const { asked, results } = await resume(settled, { was, situation: review });
    expect(asked).toEqual(["switches-on"]);
    expect(results[0]).toBe(result);
  });

  test("are not returned to review mode twice", async () => {
    const { done, asked } = await resume([...settled, { step: "review-mode" }]);
    expect(done).toEqual(["CP_REVIEW_ENABLED,CP_TRIAGE_ENABLED to true"]);
    expect(asked).toEqual(["switches-on"]);
  });
});

describe("the kill switches", () => {
  test("stay off without a yes, and the incident stays open", async () => {
    const { done, results, record } = await resume(settled, {
      isYes: true,
      answers: { "switches-on": false },
    });
    expect(done).toEqual(["review"]);
    expect(results[1]).toBe("switches-on: failed");
    expect(record?.state).toBe("open");
  });

  test("stay off if they were off before the incident", async () => {
    const incident = { switches: { CP_REVIEW_ENABLED: "false", CP_TRIAGE_ENABLED: "false" } };
    const { done, results, asked } = await resume(settled, { incident });
    expect(done).toEqual(["review"]);
    expect(results[1]).toBe("switches-on: skipped");
    expect(asked).toEqual(["review-mode"]);
  });

  test("are restored according to the first attempt that set them", async () => {
    const again = {
      ...off,
      switches: [{ variable: "CP_TRIAGE_ENABLED", before: "false", after: "false" } as const],
    };
    const { done } = await resume([...settled, again], { incident: { switches: {} } });
    expect(done[1]).toBe("CP_TRIAGE_ENABLED to true");
  });

  test("are switched on if they did not exist before the incident, even if a later attempt found them false", async () => {
    const incident = { switches: { CP_REVIEW_ENABLED: null } };
    const { done } = await resume(settled, { incident });
    expect(done[1]).toBe("CP_REVIEW_ENABLED,CP_TRIAGE_ENABLED to true");
  });

  test.each<[string, Given["situation"]]>([
    ["the current value is false", { variables: new Map([["CP_X_ENABLED", "false"]]) }],
    ["the current value cannot be read", { variables: undefined }],
  ])("are switched on if a crash kept their change out of the record, and %s", async (_, now) => {
    const incident = { switches: { CP_X_ENABLED: "true" } };
    const unwanted: Attempt = { step: "switches-off", result: "skipped" };
    const { done } = await resume([unwanted, ...settled.slice(1)], {
      incident,
      situation: { ...live, ...now },
    });
    expect(done[1]).toBe("CP_X_ENABLED to true");
  });

  test("are not switched on if the forge rejected their change to false", async () => {
    const refused = { variable: "CP_X_ENABLED", before: "true", after: undefined } as const;
    const first: Attempt = { step: "switches-off", result: "failed", switches: [refused] };
    const { done } = await resume([first, ...settled]);
    expect(done[1]).toBe("CP_REVIEW_ENABLED,CP_TRIAGE_ENABLED to true");
  });

  test("keep their values if the operator did not want them set", async () => {
    const unwanted: Attempt = { step: "switches-off", result: "skipped" };
    const { done, results, last } = await resume([unwanted, ...settled.slice(1)]);
    expect(done).toEqual(["review"]);
    expect(results[1]).toBe("switches-on: skipped");
    expect(last).toMatchObject({ statement: "No kill switch was set.", evidence: [] });
  });

  test("are not switched back on twice", async () => {
    const { done, asked } = await resume([
      ...settled,
      { step: "review-mode" },
      { step: "switches-on" },
    ]);
    expect({ done, asked }).toEqual({ done: [], asked: [] });
  });
});
