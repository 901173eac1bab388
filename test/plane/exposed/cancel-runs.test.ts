import { expect, test } from "vitest";
import { cancelRuns, listActiveRuns } from "../../../src/plane/exposed/active-runs.ts";
import type { ForgeClient } from "../../../src/forge/client.ts";
import { ForgeUnreachable } from "../../../src/forge/forge-errors.ts";
import { resolveHost } from "../../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import { Cancelled } from "../../../src/shared/errors.ts";

const repository = requireRepositoryName("acme/control", "--repo");
const runOf = (id: number, status: string) => ({
  id,
  status,
  html_url: `run ${id}`,
  created_at: "2026-11-21T09:00:00Z",
});

/** Creates a forge with a few runs and with responses by request path. */
function forgeWith(
  runs: Readonly<Record<number, string>>,
  answers: Readonly<Record<string, number | Error>> = {},
) {
  const asked: string[] = [];
  const client: ForgeClient = {
    profile: resolveHost("forge.example"),
    request: (method, path) => {
      const answer = (status: number, body: unknown) =>
        Promise.resolve({ title: path, status, headers: {}, body });
      const [, id = "", way = ""] = /runs\/(\d+)(?:\/([a-z-]+))?$/.exec(path) ?? [];
      if (method === "POST") {
        asked.push(`${way} ${id}`);
        const outcome = answers[way] ?? 202;
        return outcome instanceof Error ? Promise.reject(outcome) : answer(outcome, {});
      }
      if (id !== "") return answer(200, runOf(Number(id), runs[Number(id)] ?? "completed"));
      const [, wanted] = /[?&]status=(\w+)/.exec(path) ?? [];
      const listed = Object.entries(runs).filter(([, status]) => status === wanted);
      return answer(200, {
        workflow_runs: listed.map(([key, status]) => runOf(Number(key), status)),
      });
    },
  };
  return { location: { client, repository }, asked };
}

const active = { id: 7, status: "in_progress", link: "run 7" };

test("a run is active in every state except completed", async () => {
  const { location } = forgeWith({
    1: "in_progress",
    2: "queued",
    3: "waiting",
    4: "requested",
    5: "pending",
    6: "completed",
  });
  const runs = await listActiveRuns(location);
  expect(runs.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
  expect(runs[1]).toEqual({ id: 2, status: "queued", link: "run 2" });
});

test("a run that accepts the cancellation is not force-cancelled", async () => {
  const { location, asked } = forgeWith({});
  expect(await cancelRuns(location, [active])).toEqual([{ ...active, how: "cancelled" }]);
  expect(asked).toEqual(["cancel 7"]);
});

test("a run that refuses the cancellation is force-cancelled", async () => {
  const { location, asked } = forgeWith({ 7: "in_progress" }, { cancel: 409 });
  expect(await cancelRuns(location, [active])).toEqual([{ ...active, how: "forced" }]);
  expect(asked).toEqual(["cancel 7", "force-cancel 7"]);
});

test.each([
  ["completed", { how: "ended by itself" }],
  ["in_progress", { how: "refused", problem: "neither cancel nor force-cancel was accepted" }],
])(
  "if a run accepts neither request, its status %s determines the result",
  async (status, outcome) => {
    const { location } = forgeWith({ 7: status }, { cancel: 409, "force-cancel": 409 });
    expect(await cancelRuns(location, [active])).toEqual([{ ...active, ...outcome }]);
  },
);

test("a run that cannot be cancelled does not prevent the cancellation of other runs", async () => {
  const gone = new ForgeUnreachable({ request: "POST", reason: "it is gone" });
  const { location, asked } = forgeWith({}, { cancel: gone });
  const runs = Array.from({ length: 45 }, (_, index) => ({ ...active, id: index + 1 }));
  const done = await cancelRuns(location, runs);
  expect(done.map(({ how }) => how)).toEqual(Array(45).fill("refused"));
  expect(done[0]?.problem).toBe(gone.message);
  expect(asked).toHaveLength(45);
});

test.each([new Cancelled("stopped"), new TypeError("a bug")])(
  "%s stops the cancellation",
  async (thrown) => {
    const { location } = forgeWith({}, { cancel: thrown });
    await expect(cancelRuns(location, [active])).rejects.toBe(thrown);
  },
);
