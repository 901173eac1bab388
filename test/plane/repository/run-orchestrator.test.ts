import { expect, test } from "vitest";
import { createForgeClient } from "../../../src/forge/client.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import type { SendOnce } from "../../../src/forge/one-request.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { runOrchestrator } from "../../../src/plane/repository/run-orchestrator.ts";
import { answerOf } from "../../forge/forge-bench.ts";

const origin = "http://127.0.0.1:9";
const orchestratorId = 5;

const run = (id: number, change: object = {}) => ({
  id,
  event: "workflow_dispatch",
  status: "completed",
  conclusion: "success",
  html_url: `${origin}/runs/${id}`,
  created_at: "2026-01-01T00:00:00Z",
  ...change,
});

/** Runs an orchestrator with this result. Each request for its worker's runs returns the next list. */
async function start(lists: readonly (readonly object[])[], orchestrator: object = {}) {
  const left = [...lists];
  const lines: string[] = [];
  const answer = (path: string): [number, unknown] => {
    if (path.endsWith("/dispatches"))
      return [200, { workflow_run_id: orchestratorId, html_url: `${origin}/runs/5` }];
    if (path.includes("/review.md/runs")) return [200, { total_count: 0, workflow_runs: [] }];
    if (path.includes("/review-worker.md/runs")) {
      const workflow_runs = (left.length > 1 ? left.shift() : left[0]) ?? [];
      return [200, { total_count: workflow_runs.length, workflow_runs }];
    }
    if (path.endsWith(`/runs/${orchestratorId}`)) return [200, run(orchestratorId, orchestrator)];
    return [200, { id: 1, full_name: "acme/control", default_branch: "main", private: true }];
  };
  const send: SendOnce = ({ address }) =>
    Promise.resolve(answerOf(...answer(address.href.slice(origin.length))));
  let minute = 0;
  await runOrchestrator(
    {
      client: createForgeClient({ profile: resolveHost(origin), send }),
      repository: requireRepositoryName("acme/control", "--repo"),
      signal: new AbortController().signal,
      report: ({ line }) => lines.push(line),
      now: () => new Date((minute += 1) * 60_000),
      pause: () => Promise.resolve(),
    },
    { orchestrator: "review.md", worker: "review-worker.md" },
  );
  return lines;
}

const open = { status: "in_progress", conclusion: null };

test("an orchestrator's run ends when all runs of its worker have ended", async () => {
  const older = run(3, { conclusion: "failure" });
  const lines = await start([
    [run(7, open), run(6, open), older],
    [run(7, open), run(6), older],
    [run(7), run(6), older],
  ]);
  expect(lines.filter((line) => line.startsWith("waiting"))).toEqual([
    "waiting for 2 runs of review-worker.md",
    "waiting for 1 run of review-worker.md",
  ]);
});

test.each([
  [
    "the orchestrator's run fails",
    [],
    { conclusion: "failure" },
    'The run of review.md ended with the result "failure".',
  ],
  [
    "a run of the worker fails",
    [[run(7, { conclusion: "failure" }), run(6)]],
    {},
    'The run of review-worker.md ended with the result "failure".',
  ],
  [
    "no run of the worker started",
    [[run(3)]],
    {},
    "The orchestrator did not start review-worker.md: no target is complete.",
  ],
  [
    "a run of the worker does not end",
    [[run(6, open)]],
    {},
    "A run of review-worker.md did not finish within 10 minutes.",
  ],
])("it is incomplete if %s", async (_, lists, orchestrator, message) => {
  await expect(start(lists, orchestrator)).rejects.toMatchObject({ exitCode: 5, message });
});
