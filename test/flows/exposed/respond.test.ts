import { describe, expect, test } from "vitest";
import type { ExposedDeps } from "../../../flows/exposed/exposed-deps.ts";
import { exposedOutline, respondToExposure } from "../../../flows/exposed/respond-to-exposure.ts";
import { Back } from "../../../src/prompts/prompter.ts";
import type { Journal } from "../../../src/prompts/journal.ts";
import type { Liveness } from "../../../src/credentials/revoke-token.ts";
import { respondWith, openIncident, at } from "./step-bench.ts";
import { walkBack } from "../shared/walk-back.ts";
import { startJournal, type StepOptions } from "../shared/run-step.ts";

interface World extends StepOptions {
  /** Responses of the forge to the token, one per check; the last one repeats. */
  readonly token?: readonly Liveness[];
  /** Whether the switch accepts its value, one entry per attempt; the last one repeats. */
  readonly switches?: readonly boolean[];
  readonly options?: Partial<ExposedDeps["options"]>;
}

const answers = {
  credentials: ["pat"],
  contain: true,
  "pat-available": "none",
  "pat-deleted": true,
  since: "1d",
  "pat-rotation": "reported",
  "review-mode": true,
  "switches-on": true,
};

async function respond({ switches = [true], ...given }: World = {}) {
  const done: string[] = [];
  let sets = 0;
  const situation = {
    who: "mona",
    ownerKind: "organization" as const,
    settings: undefined,
    variables: new Map([["CP_REVIEW_ENABLED", "true"]]),
    storedAt: { pat: at },
  };
  const deps: Partial<ExposedDeps> = {
    options: {
      credentials: [],
      packages: [],
      switches: ["CP_REVIEW_ENABLED"],
      isYes: false,
      ...given.options,
    },
    readSituation: () => Promise.resolve(situation),
    setSwitches: (variables, value) => {
      done.push(`switches ${value}`);
      const isTaken = switches[Math.min(sets++, switches.length - 1)] === true;
      return Promise.resolve(
        variables.map((variable) => ({
          variable,
          before: "true",
          after: isTaken ? value : undefined,
        })),
      );
    },
    cancelActiveRuns: () => (done.push("cancel"), Promise.resolve([])),
    waitForRuns: () => Promise.resolve([]),
    findApp: () => Promise.resolve(undefined),
    openLink: (link) => (done.push(new URL(link).pathname), Promise.resolve(true)),
    search: ({ since }) => {
      done.push("search");
      return Promise.resolve({
        since: since.toISOString(),
        until: at,
        by: "shape",
        searched: { logs: 0, outputs: 0 },
        findings: [],
        notSearched: [],
      });
    },
    storedAt: () => (done.push("date"), Promise.resolve(at)),
    returnToReview: () => (done.push("review"), Promise.resolve("live")),
    forgetProofs: () => Promise.resolve(),
  };
  const journal: Journal = given.journal ?? startJournal();
  const run = await respondWith((response) => respondToExposure(response.context, response.deps), {
    ...given,
    journal,
    deps,
    answers: { ...answers, ...given.answers },
  });
  return { ...run, done, results: run.entries.map(({ step, result }) => `${step}: ${result}`) };
}

describe("a response", () => {
  test("keeps the order of the specification", async () => {
    const { result, done, error, asked } = await respond();
    expect(error).toBeUndefined();
    expect(asked).toEqual([
      "credentials",
      "contain",
      "pat-available",
      "pat-deleted",
      "since",
      "pat-rotation",
      "switches-on",
    ]);
    expect(done).toEqual([
      "switches false",
      "cancel",
      "/settings/personal-access-tokens",
      "search",
      "date",
      "review",
      "switches true",
    ]);
    expect(result).toMatchObject({ state: "closed", open: [], incident: { credentials: ["pat"] } });
  });

  test("does nothing before the operator confirms", async () => {
    const { done } = await respond({
      onQuestion: (id) => {
        if (id === "contain") throw new Error("stop here");
      },
    });
    expect(done).toEqual([]);
  });

  test("continues with the other steps if the containment fails, and reports this", async () => {
    const { results, text, record } = await respond({ switches: [false] });
    expect(results).toEqual([
      "switches-off: failed",
      "cancel-runs: done",
      "runs-ended: done",
      "ended pat: reported",
      "search: done",
      "rotated pat: reported",
    ]);
    expect(text).toContain(
      "wrong: The exposure is not contained yet\nKill switches: CP_REVIEW_ENABLED not set to false.",
    );
    expect(record?.remaining).toEqual(["switches-off", "review-mode", "switches-on"]);
  });

  test("retries the failed parts of the containment on request, and only those", async () => {
    const { results, asked } = await respond({
      switches: [false, true],
      answers: { "failure:containment": "again" },
    });
    expect(results.slice(0, 7)).toEqual([
      "switches-off: failed",
      "cancel-runs: done",
      "runs-ended: done",
      "ended pat: reported",
      "switches-off: done",
      "cancel-runs: done",
      "runs-ended: done",
    ]);
    expect(asked.filter((id) => id === "pat-deleted")).toHaveLength(1);
  });

  test("retries the revocation of a credential without asking for it again", async () => {
    const { results, asked } = await respond({
      answers: { "failure:containment": "again", "pat-deleted": { each: [false, true] } },
    });
    expect(results.filter((each) => each.startsWith("ended pat"))).toEqual([
      "ended pat: failed",
      "ended pat: reported",
    ]);
    expect(asked.filter((id) => id === "pat-available")).toHaveLength(1);
  });
});

describe("a rerun", () => {
  const open = (...steps: ("ended pat" | "search" | "rotated pat")[]) =>
    openIncident(
      { credentials: ["pat"], packages: [], switches: { CP_REVIEW_ENABLED: "true" } },
      ...steps.map((step) => ({ step })),
    );

  test("does not ask for a revocation that was completed earlier", async () => {
    const { asked, results } = await respond({ journal: await open("ended pat", "search") });
    expect(asked).not.toContain("pat-deleted");
    expect(results).not.toContain("ended pat: reported");
  });

  test("revokes only the credentials that were added to the incident", async () => {
    const { results, asked } = await respond({
      journal: await open("ended pat", "search"),
      options: { credentials: ["read-app"] },
      answers: {
        "read-app-available": "none",
        "read-app-deleted": false,
        "read-app-rotation": "later",
      },
    });
    expect(asked).not.toContain("pat-deleted");
    expect(results).toContain("ended read-app: failed");
    expect(results.filter((each) => each.startsWith("review-mode"))).toEqual([]);
  });
});

test("the list of steps includes the revocation and the rotation of each named credential", () => {
  expect(exposedOutline(["write-app"])).toEqual([
    "Kill switches",
    "Cancel active runs",
    "Active runs",
    "Revocation: Write App",
    "Search",
    "Rotation: Write App",
    "Review mode",
    "Restore kill switches",
  ]);
});

describe("Back once at every question of a response", () => {
  test("withdraws reported results, and the record contains only the last one", async () => {
    const walk = walkBack();
    const { error, results, asked, done } = await respond({
      answers: {
        contain: false,
        "pat-deleted": { each: [false, true] },
        "failure:containment": "stop",
      },
      onQuestion: walk.onQuestion,
    });
    expect(error).toBeUndefined();
    walk.expectStraight();
    expect(new Set(asked.filter((id) => !walk.left.has(id)))).toEqual(
      new Set(["credentials", "since", "pat-rotation"]),
    );
    expect(done).not.toContain("cancel");
    expect(results).toEqual([
      "switches-off: skipped",
      "cancel-runs: skipped",
      "runs-ended: skipped",
      "ended pat: reported",
      "search: done",
      "rotated pat: reported",
      "review-mode: done",
      "switches-on: skipped",
    ]);
  });

  test("keeps the original time of a report that is not withdrawn, before later actions", async () => {
    let hasLeft = false;
    const { results } = await respond({
      answers: { "pat-rotation": { each: ["wait", "reported"] } },
      onQuestion: (id) => {
        if (id !== "pat-rotating" || hasLeft) return;
        hasLeft = true;
        throw new Back();
      },
    });
    expect(hasLeft).toBe(true);
    expect(results.slice(3, 6)).toEqual([
      "ended pat: reported",
      "search: done",
      "rotated pat: reported",
    ]);
  });
});
