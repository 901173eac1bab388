import { expect, test } from "vitest";
import { openForge, type OpenForge } from "./open-forge.ts";
import { openGh } from "./open-gh.ts";

const repo = "--repo acme/control";

const yaml = `name: Check
on:
  workflow_dispatch:
    inputs:
      word: { default: none }
jobs:
  say:
    runs-on: x
    steps:
      - name: Say it
        run: echo "the word is $WORD"
        env:
          WORD: \${{ inputs.word }}
      - run: test "$WORD" != bad
        env:
          WORD: \${{ inputs.word }}
      - run: test "$WORD" != long || sleep 600
        env:
          WORD: \${{ inputs.word }}
`;

async function openWorkflow() {
  const forge = await openForge();
  const gh = await openGh(forge);
  const body = { message: "Add it", content: Buffer.from(yaml).toString("base64") };
  await forge.rest("PUT", "/repos/acme/control/contents/.github/workflows/check.yml", { body });
  return { forge, gh };
}

const runOf = async (forge: OpenForge) =>
  (await forge.rest("GET", "/repos/acme/control/actions/runs")).json.workflow_runs[0];

async function until(forge: OpenForge, status: string) {
  await expect.poll(async () => (await runOf(forge)).status).toBe(status);
}

test("the real forge CLI starts a workflow with an input, and reads its log", async () => {
  const { forge, gh } = await openWorkflow();
  expect((await gh("workflow list --repo acme/control")).out).toMatch(/^Check\tactive\t/);
  expect((await gh(`workflow run check.yml ${repo} -f word=hello`)).code).toBe(0);
  await until(forge, "completed");
  const { id } = await runOf(forge);
  const listed = await gh(`run list ${repo} --workflow check.yml --status success --user mona`);
  expect(listed.out).toMatch(/^completed\tsuccess\tCheck\tCheck\tmain\tworkflow_dispatch\t/);
  const log = await gh(`run view ${id} ${repo} --log`);
  expect(log.out).toMatch(/^say\s+Say it\s+\S+ the word is hello$/m);
});

test("the real forge CLI reports a rejected input with the forge's message", async () => {
  const { gh } = await openWorkflow();
  const { err } = await gh(`workflow run check.yml ${repo} -f other=1`);
  expect(err).toContain('Unexpected inputs provided: ["other"] (');
});

test("the real forge CLI shows a failed run, with its errors, and the log of the failed step", async () => {
  const { forge, gh } = await openWorkflow();
  await gh(`workflow run check.yml ${repo} -f word=bad`);
  await until(forge, "completed");
  const { id } = await runOf(forge);
  const view = await gh(`run view ${id} ${repo} --exit-status`);
  expect(view.code).toBe(1);
  expect(view.out).toContain("X main Check · ");
  expect(view.out).toContain("Process completed with exit code 1.");
  expect((await gh(`run view ${id} ${repo} --log-failed`)).out).toContain(
    'Run test "$WORD" != bad',
  );
});

test("the real forge CLI watches a run until it completes, and cancels one", async () => {
  const { forge, gh } = await openWorkflow();
  await gh(`workflow run check.yml ${repo} -f word=long`);
  await until(forge, "in_progress");
  const { id } = await runOf(forge);
  const watching = gh(`run watch ${id} ${repo} --exit-status --interval 1`);
  await expect
    .poll(() => forge.emulator.requests().some(({ path }) => path.endsWith(`/runs/${id}/jobs`)))
    .toBe(true);
  expect((await gh(`run cancel ${id} ${repo}`)).code).toBe(0);
  const watched = await watching;
  expect([watched.code, watched.out]).toEqual([1, expect.stringContaining("Check · ")]);
  expect((await gh(`run cancel ${id} ${repo}`)).err).toContain("Cannot cancel a workflow run");
});

test("the real forge CLI reruns a run, and finds both attempts", async () => {
  const { forge, gh } = await openWorkflow();
  await gh(`workflow run check.yml ${repo} -f word=again`);
  await until(forge, "completed");
  const { id } = await runOf(forge);
  expect((await gh(`run rerun ${id} ${repo}`)).code).toBe(0);
  await expect.poll(async () => (await runOf(forge)).run_attempt).toBe(2);
  await until(forge, "completed");
  expect((await gh(`run view ${id} ${repo} --attempt 1`)).out).toContain("(Attempt #1)");
  expect((await gh(`run view ${id} ${repo} --log --attempt 1`)).out).toContain("is again");
  const { json } = await forge.rest(
    "GET",
    `/repos/acme/control/actions/runs/${id}/jobs?filter=all`,
  );
  const attempts = json.jobs.map((job: { run_attempt: number }) => job.run_attempt);
  expect(attempts).toEqual([1, 2]);
  expect((await gh(`run rerun ${id} ${repo} --failed`)).err).toContain("cannot be rerun");
});
