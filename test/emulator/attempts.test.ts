import { expect, test } from "vitest";
import { openForge, type OpenForge } from "./open-forge.ts";

const actions = "/repos/acme/control/actions";

async function startRun(forge: OpenForge, script: string): Promise<string> {
  const yaml = `on: workflow_dispatch\njobs:\n  a:\n    runs-on: x\n    steps:\n      - run: ${script}\n`;
  const file = "/repos/acme/control/contents/.github/workflows/check.yml";
  const body = { message: "Add it", content: Buffer.from(yaml).toString("base64") };
  await forge.rest("PUT", file, { body });
  const path = `${actions}/workflows/check.yml/dispatches`;
  const wanted = { ref: "main", return_run_details: true };
  const { json } = await forge.rest("POST", path, { body: wanted });
  return `${actions}/runs/${json.workflow_run_id}`;
}

async function until(forge: OpenForge, run: string, expected: { status: string }) {
  await expect.poll(async () => (await forge.rest("GET", run)).json).toMatchObject(expected);
}

const post = async (forge: OpenForge, path: string) => {
  const { status, json } = await forge.rest("POST", path);
  return [status, json.message];
};

test("a run can be rerun only after it is completed", async () => {
  const forge = await openForge();
  const run = await startRun(forge, "sleep 600");
  await until(forge, run, { status: "in_progress" });
  expect(await post(forge, `${run}/rerun`)).toEqual([403, "This workflow is already running"]);
  await expect.poll(async () => (await forge.rest("GET", `${run}/jobs`)).json.total_count).toBe(1);
  const { id } = (await forge.rest("GET", `${run}/jobs`)).json.jobs[0];
  expect(await post(forge, `${actions}/jobs/${id}/rerun`)).toEqual([
    403,
    "The workflow run containing this job is already running",
  ]);
});

test("a rerun of failed jobs is rejected for a run whose jobs all succeeded", async () => {
  const forge = await openForge();
  const run = await startRun(forge, "'true'");
  await until(forge, run, { status: "completed" });
  expect(await post(forge, `${run}/rerun-failed-jobs`)).toEqual([
    403,
    "This workflow run cannot be retried",
  ]);
});

test("a run can be rerun within thirty days", async () => {
  let now = new Date();
  const forge = await openForge({ clock: () => now });
  const run = await startRun(forge, "'false'");
  await until(forge, run, { status: "completed" });
  expect(await post(forge, `${run}/rerun-failed-jobs`)).toEqual([201, undefined]);
  await until(forge, run, { status: "completed" });
  now = new Date(now.getTime() + 31 * 86_400_000);
  expect(await post(forge, `${run}/rerun`)).toEqual([403, "This workflow run cannot be retried"]);
});

test("an attempt reports itself, and the run reports the latest one", async () => {
  const forge = await openForge();
  const run = await startRun(forge, "'true'");
  await until(forge, run, { status: "completed" });
  await forge.rest("POST", `${run}/rerun`);
  await expect
    .poll(async () => (await forge.rest("GET", run)).json)
    .toMatchObject({ status: "completed", run_attempt: 2 });
  expect((await forge.rest("GET", run)).json.previous_attempt_url).toContain("/attempts/1");
  const first = await forge.rest("GET", `${run}/attempts/1`);
  expect(first.json).toMatchObject({ run_attempt: 1, previous_attempt_url: null });
  const jobs = async (path: string) =>
    (await forge.rest("GET", path)).json.jobs.map((job: { id: number }) => job.id);
  const [one] = await jobs(`${run}/attempts/1/jobs`);
  expect(await jobs(`${run}/jobs?filter=all`)).toEqual([one, ...(await jobs(`${run}/jobs`))]);
  expect((await forge.rest("GET", `${run}/attempts/3`)).status).toBe(404);
});
