import { describe, expect, test } from "vitest";
import { runWorkflow } from "../../../src/plane/repository/run-workflow.ts";
import { createForgeClient } from "../../../src/forge/client.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { answerOf } from "../../forge/forge-bench.ts";
import type { SendOnce } from "../../../src/forge/one-request.ts";

const origin = "http://127.0.0.1:9";
const run = (id: number, change: object = {}) => ({
  id,
  event: "workflow_dispatch",
  display_title: "Review",
  status: "completed",
  conclusion: "success",
  html_url: `${origin}/runs/${id}`,
  created_at: "2026-01-01T00:00:00Z",
  actor: { login: "mona" },
  ...change,
});

/**
 * Creates a forge that returns no run when it starts one, and lists these runs, one list per
 * request.
 */
function openForge(checks: readonly (readonly object[])[], dispatches: readonly number[] = [204]) {
  const asked: { readonly path: string; readonly body: unknown }[] = [];
  const left = [...checks];
  const statuses = [...dispatches];
  const answer = (path: string): [number, unknown?] => {
    if (path.endsWith("/dispatches")) return [statuses.shift() ?? 204];
    if (path.endsWith("/user")) return [200, { id: 1, login: "Mona" }];
    if (path.includes("/runs?")) {
      const workflow_runs = (left.length > 1 ? left.shift() : left[0]) ?? [];
      return [200, { total_count: workflow_runs.length, workflow_runs }];
    }
    return [200, { id: 1, full_name: "acme/control", default_branch: "main", private: true }];
  };
  const send: SendOnce = ({ address, body }) => {
    const path = address.href.slice(origin.length);
    asked.push({ path, body: body === undefined ? undefined : JSON.parse(body) });
    return Promise.resolve(answerOf(...answer(path)));
  };
  const client = createForgeClient({ profile: resolveHost(origin), send });
  let minute = 0;
  const start = (title?: string) =>
    runWorkflow(
      {
        client,
        repository: requireRepositoryName("acme/control", "--repo"),
        signal: new AbortController().signal,
        report: () => undefined,
        now: () => new Date((minute += 1) * 60_000),
        pause: () => Promise.resolve(),
      },
      {
        file: "review.yml",
        inputs: {},
        limitMinutes: 10,
        name: "The run of review.yml",
        ...(title !== undefined && { title }),
      },
    );
  return { start, asked };
}

describe("a run whose ID the forge does not return", () => {
  test("is the first run of the current account that is newer than all earlier runs", async () => {
    const { start } = openForge([
      [run(2), run(1)],
      [run(5), run(4), run(3, { actor: { login: "other" } }), run(2)],
    ]);
    expect(await start()).toMatchObject({ id: 4 });
  });

  test("is never an older run that enters the list because another run was deleted", async () => {
    const { start } = openForge([
      [run(9), run(8)],
      [run(9), run(7)],
      [run(10), run(9)],
    ]);
    expect(await start()).toMatchObject({ id: 10 });
  });

  test("is the run with the requested title, and never another user's run with the same title", async () => {
    const theirs = run(5, { display_title: "Proof 1", actor: { login: "other" } });
    const { start } = openForge([
      [theirs, run(4)],
      [run(6, { display_title: "Proof 1" }), theirs],
    ]);
    expect(await start("Proof 1")).toMatchObject({ id: 6 });
  });
});

test.each([400, 422])(
  "retries without requesting the run's details if a server answers the request with %i",
  async (status) => {
    const { start, asked } = openForge([[], [run(1)]], [status, 204]);
    expect(await start()).toMatchObject({ id: 1 });
    const requests = asked.filter(({ path }) => path.endsWith("/dispatches"));
    expect(requests.map(({ body }) => body)).toEqual([
      { ref: "main", inputs: {}, return_run_details: true },
      { ref: "main", inputs: {} },
    ]);
  },
);
