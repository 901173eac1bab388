import { expect, test } from "vitest";
import { followJobs } from "../../../src/plane/proof/follow-jobs.ts";
import { requireRepositoryName } from "../../../src/forge/repository-name.ts";
import type { SendOnce } from "../../../src/forge/one-request.ts";
import { answerOf, openBench } from "../../forge/forge-bench.ts";

const repository = requireRepositoryName("acme/control", "--repo");
const link = "https://forge.example/acme/control/actions/runs/7";
const names = ["read-app", "pat"];

/** State of each job in one reading, the read App's first, and of the run. */
interface Moment {
  readonly jobs: readonly string[];
  readonly run: string;
}

/** Follows a run through these states until it completes. Returns the requests and the updates. */
async function follow(...moments: readonly Moment[]) {
  const bench = await openBench();
  const asked: string[] = [];
  let moment: Moment | undefined;
  const conclusionOf = (status: string) => (status === "completed" ? "success" : null);
  const jobOf = (status: string, index: number) => {
    const conclusion = conclusionOf(status);
    return { id: index + 1, name: names[index] ?? "another", status, conclusion };
  };
  const playing: SendOnce = ({ address }) => {
    const isOfJobs = address.pathname.endsWith("/jobs");
    asked.push(isOfJobs ? "jobs" : "run");
    const { jobs = [], run: status = "completed" } = moment ?? {};
    const run = { id: 7, status, conclusion: conclusionOf(status), html_url: link };
    const answer = isOfJobs
      ? { total_count: jobs.length, jobs: jobs.map(jobOf) }
      : { ...run, created_at: "2026-01-01T12:00:00Z" };
    return Promise.resolve(answerOf(200, answer));
  };
  const client = bench.clientOf({ send: playing });
  const { signal } = new AbortController();
  const followed = followJobs({ client, repository, signal }, names);
  const seen: (string | undefined)[] = [];
  for (moment of moments) seen.push((await followed.find({ id: 7, link }))?.status);
  const jobs = await followed.read(7);
  return { asked, seen, read: jobs.map(({ name, status }) => `${name} ${status}`) };
}

const done = { jobs: ["completed", "completed"], run: "completed" };

test("completed jobs are requested once", async () => {
  expect(await follow(done)).toEqual({
    asked: ["jobs"],
    seen: ["completed"],
    read: ["read-app completed", "pat completed"],
  });
});

test.each([
  ["even if the run is queued", "completed"],
  ["before a job that waits for approval", "waiting"],
])("the wait continues for a job in progress, %s", async (_, other) => {
  const { asked, seen } = await follow({ jobs: [other, "in_progress"], run: "queued" }, done);
  expect(asked).toEqual(["jobs", "jobs"]);
  expect(seen).toEqual(["in_progress", "completed"]);
});

test.each<[string, Moment]>([
  ["no jobs yet", { jobs: [], run: "queued" }],
  ["only queued jobs", { jobs: ["queued", "queued"], run: "queued" }],
  ["a job that waits for approval", { jobs: ["completed", "waiting"], run: "waiting" }],
  ["only some of the jobs", { jobs: ["completed"], run: "queued" }],
])("a run with %s is requested directly until it is in progress", async (_, begun) => {
  const going = { jobs: ["in_progress", "in_progress"], run: "in_progress" };
  const { asked, seen } = await follow(begun, begun, going, going, done);
  expect(asked).toEqual(["jobs", "run", "run", "run", "jobs", "jobs"]);
  expect(seen).toEqual([begun.run, begun.run, "in_progress", "in_progress", "completed"]);
});

test.each<[string, readonly string[]]>([
  ["could not start", []],
  ["was cancelled while its jobs were waiting", ["queued", "waiting"]],
])("a run that %s counts as completed", async (_, jobs) => {
  const { asked, seen, read } = await follow({ jobs, run: "completed" });
  expect(asked).toEqual(["jobs", "run", "jobs"]);
  expect(seen).toEqual(["completed"]);
  expect(read).toHaveLength(jobs.length);
});
