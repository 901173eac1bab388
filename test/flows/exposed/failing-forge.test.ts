import { expect, test } from "vitest";
import { Back } from "../../../src/prompts/prompter.ts";
import { Cancelled } from "../../../src/shared/errors.ts";
import { openExposedBench, putFile, results, startRun, storePat } from "./bench.ts";

const runs = "/repos/acme/control/actions/runs/*";

const answers = {
  credentials: ["pat"],
  packages: ["review", "triage"],
  contain: true,
  "pat-available": "token",
  "pat-revoke": true,
  "pat-deleted": false,
  since: "7d",
  "pat-rotation": "later",
  "review-mode": true,
};

test("one failure does not prevent the other steps, and a rerun completes the rest", async () => {
  const bench = await openExposedBench();
  const token = await storePat(bench);
  const active = await startRun(bench.forge, "sleep 600", "in_progress");
  const given = { answers, secrets: { "pat-token": token } };
  bench.forge.emulator.setFaults([
    {
      on: "PATCH /repos/acme/control/actions/variables/*",
      times: 0,
      play: { kind: "status", status: 500 },
    },
  ]);
  const first = await bench.respond(given);
  expect(results(first.record)).toEqual([
    "switches-off: failed",
    "cancel-runs: done",
    "runs-ended: done",
    "ended pat: done",
    "search: done",
    "rotated pat: failed",
  ]);
  expect(first.statement).toContain(
    "wrong: The exposure is not contained yet\nKill switches: CP_REVIEW_ENABLED",
  );
  expect(await bench.statusOf(active)).toBe("completed");

  bench.forge.emulator.setFaults([]);
  const second = await bench.respond({ answers: { ...answers, "pat-rotation": "later" } });
  expect(second.record.incident).toEqual(first.record.incident);
  expect(results(second.record).slice(6)).toEqual([
    "switches-off: done",
    "cancel-runs: done",
    "runs-ended: done",
    "rotated pat: failed",
  ]);
  // The yes applies to this incident, and completed steps are not requested again.
  expect(second.asked.map(({ id }) => id)).toEqual(["pat-rotation"]);
});

test("cancels a run by force if the forge rejects a normal cancellation", async () => {
  const bench = await openExposedBench();
  const active = await startRun(bench.forge, "sleep 600", "in_progress");
  const refused = { kind: "status", status: 409 } as const;
  bench.forge.emulator.setFaults([{ on: `POST ${runs}/cancel`, times: 0, play: refused }]);
  const { record } = await bench.respond({ answers: { ...answers, "pat-available": "none" } });
  const cancelled = record.entries.find(({ step }) => step === "cancel-runs");
  expect(cancelled).toMatchObject({
    result: "done",
    statement: "1 active run: 1 cancelled, 1 of them by force, 0 refused.",
  });
  expect(await bench.statusOf(active)).toBe("completed");
});

test("reports a run that does not stop as still active", async () => {
  const bench = await openExposedBench();
  const active = await startRun(bench.forge, "sleep 600", "in_progress");
  const refused = { kind: "status", status: 409 } as const;
  bench.forge.emulator.setFaults([
    { on: `POST ${runs}/cancel`, times: 0, play: refused },
    { on: `POST ${runs}/force-cancel`, times: 0, play: refused },
  ]);
  const { record } = await bench.respond({
    answers: { ...answers, "pat-available": "none" },
    onMoment: async ({ wait, act }) => {
      if (wait === "runs-ended") await act("continue");
    },
  });
  expect(record.open).toContain(`Active runs: Still active: run ${active}.`);
  expect(results(record)).toContain("cancel-runs: failed");
});

test("a revocation that the forge rejects ends with a page on which the operator deletes the token", async () => {
  const bench = await openExposedBench();
  const token = await storePat(bench);
  bench.forge.emulator.setFaults([
    { on: "POST /credentials/revoke", play: { kind: "secondary-limit" } },
  ]);
  const { record } = await bench.respond({
    answers: { ...answers, "pat-deleted": true },
    secrets: { "pat-token": token },
  });
  const ended = record.entries.filter(({ step }) => step === "ended pat");
  expect(ended.map(({ result }) => result)).toEqual(["failed", "reported"]);
});

test("an unreadable log counts as not searched, never as clean", async () => {
  const bench = await openExposedBench();
  const run = await startRun(bench.forge, "echo fine", "completed");
  bench.forge.emulator.setFaults([
    { on: "GET /repos/acme/control/actions/jobs/*/logs", play: { kind: "status", status: 410 } },
  ]);
  const { record } = await bench.respond({ answers: { ...answers, "pat-available": "none" } });
  const entry = record.entries.find(({ step }) => step === "search");
  expect(entry?.result).toBe("partial");
  expect(entry?.search?.notSearched).toMatchObject([
    { where: expect.stringContaining(`of run ${run}`), reason: expect.stringContaining("410") },
  ]);
});

test("a rate limit during the search makes the search fail", async () => {
  const bench = await openExposedBench();
  await startRun(bench.forge, "echo fine", "completed");
  bench.forge.emulator.setFaults([
    { on: "GET /repos/acme/control/actions/jobs/*/logs", play: { kind: "rate-limited" } },
  ]);
  const { record } = await bench.respond({ answers: { ...answers, "pat-available": "none" } });
  expect(results(record)).toContain("search: failed");
});

test("if the settings cannot be read, only the switches fail, and a switch can be named explicitly", async () => {
  const bench = await openExposedBench();
  await putFile(bench.forge, ".forge/control-plane.json", "{ not json");
  const { record } = await bench.respond({ answers: { ...answers, "pat-available": "none" } });
  expect(results(record).slice(0, 3)).toEqual([
    "switches-off: failed",
    "cancel-runs: done",
    "runs-ended: done",
  ]);
  const named = await bench.respond({
    answers: { ...answers, "pat-available": "none" },
    options: { switches: ["CP_REVIEW_ENABLED"] },
  });
  expect(results(named.record).slice(-5)[0]).toBe("switches-off: done");
  expect(await bench.variable("CP_REVIEW_ENABLED")).toBe("false");
});

test("revokes the token even if no account is signed in", async () => {
  const bench = await openExposedBench();
  const token = await storePat(bench);
  const { record } = await bench.respond({
    answers,
    options: { switches: ["CP_REVIEW_ENABLED"] },
    secrets: { "pat-token": token },
    isSignedOut: true,
  });
  expect(record.incident.openedBy).toBe("unknown");
  expect(results(record).slice(0, 4)).toEqual([
    "switches-off: failed",
    "cancel-runs: failed",
    "runs-ended: failed",
    "ended pat: done",
  ]);
  expect((await bench.forge.rest("GET", "/user", { token })).status).toBe(401);
});

test("--yes performs only the reversible steps without questions", async () => {
  const bench = await openExposedBench();
  const token = await storePat(bench);
  const { asked, record, statement } = await bench.respond({
    options: { credentials: ["pat"], packages: ["review"], isYes: true },
    answers: { ...answers, "pat-rotation": "reported", "switches-on": false },
    secrets: { "pat-token": token },
  });
  expect(asked.map(({ id }) => id)).toEqual([
    "pat-available",
    "pat-token",
    "pat-revoke",
    "since",
    "pat-rotation",
    "switches-on",
  ]);
  expect(statement).toContain("Containing the exposure");
  expect(results(record)).toContain("review-mode: done");
});

test("a package that is not in the settings is reported before the first action", async () => {
  const bench = await openExposedBench();
  const { error, record } = await bench.respond({
    options: { credentials: ["pat"], packages: ["reveiw"], isYes: true },
  });
  expect(String(error)).toContain("Review package not found in the settings: reveiw");
  expect(record).toBeUndefined();
  expect(await bench.variable("CP_REVIEW_ENABLED")).toBe("true");
});

test("records that the operator declined the containment, and asks again in the next run", async () => {
  const bench = await openExposedBench();
  const no = { ...answers, contain: false, "pat-available": "none" };
  const first = await bench.respond({ answers: no });
  expect(results(first.record).slice(0, 3)).toEqual([
    "switches-off: skipped",
    "cancel-runs: skipped",
    "runs-ended: skipped",
  ]);
  const second = await bench.respond({ answers: { ...no, contain: true } });
  expect(second.asked.map(({ id }) => id)).toContain("contain");
  expect(await bench.variable("CP_REVIEW_ENABLED")).toBe("false");
});

test("offers Back before the first action, but not past a completed action", async () => {
  const bench = await openExposedBench();
  const { asked } = await bench.respond({ answers: { ...answers, "pat-available": "none" } });
  const canGoBack = Object.fromEntries(asked.map((each) => [each.id, each.canGoBack]));
  expect(canGoBack).toMatchObject({ contain: true, "pat-available": false });
  expect(canGoBack).toMatchObject({ "pat-deleted": true, since: false });
});

test("records the completed steps if it is stopped halfway", async () => {
  const bench = await openExposedBench();
  const { error, record } = await bench.respond({
    answers,
    onQuestion: (id) => {
      if (id === "pat-available") throw new Cancelled();
    },
  });
  expect(error).toBeInstanceOf(Cancelled);
  expect(results(record)).toEqual(["switches-off: done", "cancel-runs: done", "runs-ended: done"]);
});

test("Back returns to the previous question, and no action is repeated", async () => {
  const bench = await openExposedBench();
  let isBack = false;
  const { asked, record, error } = await bench.respond({
    answers: { ...answers, "pat-available": { each: ["none", "none"] } },
    onQuestion: (id) => {
      if (id !== "pat-deleted" || isBack) return;
      isBack = true;
      throw new Back();
    },
  });
  expect(error).toBeUndefined();
  expect(asked.map(({ id }) => id).slice(0, 7)).toEqual([
    "credentials",
    "packages",
    "contain",
    "pat-available",
    "pat-deleted",
    "pat-available",
    "pat-deleted",
  ]);
  expect(results(record).filter((each) => each.startsWith("switches-off"))).toHaveLength(1);
});
