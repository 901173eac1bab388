import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../temporary-folder.ts";
import { openForge, type OpenForge } from "./open-forge.ts";
import { readJob, readRun, seeRun } from "./run-bench.ts";

const repo = "/repos/acme/control";

/** Returns a step that waits until a file named after the run exists. */
const held = (folder: string) =>
  `touch "${folder}/$FORGE_RUN_ID.began"; until [ -e "${folder}/$FORGE_RUN_ID" ]; do sleep 0.05; done`;

interface Held {
  forge: OpenForge;
  start: (inputs?: object) => Promise<number>;
  /** Lets a run finish. */
  release: (id: number) => void;
  hasBegun: (id: number) => boolean;
}

async function openWith(top: string, job = ""): Promise<Held> {
  const folder = makeFolder("concurrency");
  const forge = await openForge();
  const yaml = `name: Check
on: {workflow_dispatch: {inputs: {place: {default: one}}}}
${top}jobs:
  check:
    runs-on: embedded
${job}    steps:
      - run: ${JSON.stringify(held(folder))}
`;
  const content = Buffer.from(yaml).toString("base64");
  const file = `${repo}/contents/.github/workflows/check.yml`;
  await forge.rest("PUT", file, { body: { message: "Add it", content } });
  const path = `${repo}/actions/workflows/check.yml/dispatches`;
  const start = async (inputs: object = {}) => {
    const body = { ref: "main", inputs, return_run_details: true };
    return (await forge.rest("POST", path, { body })).json.workflow_run_id as number;
  };
  return {
    forge,
    start,
    release: (id) => writeFileSync(join(folder, String(id)), ""),
    hasBegun: (id) => existsSync(join(folder, `${id}.began`)),
  };
}

async function see(forge: OpenForge, id: number, status: string): Promise<void> {
  await expect.poll(async () => (await readRun(forge, id)).status).toBe(status);
}

const ends = async (forge: OpenForge, id: number) =>
  (await seeRun(forge, id, "completed")).conclusion as string;

const group = (more = "") =>
  `concurrency:\n  group: "${"${{ github.workflow }}-${{ inputs.place }}"}"\n${more}`;

test("a second run of a group waits until the first one is over", async () => {
  const { forge, start, release, hasBegun } = await openWith(group());
  const first = await start();
  await see(forge, first, "in_progress");
  const second = await start({ place: "ONE" });
  await see(forge, second, "pending");
  const listed = await forge.rest("GET", `${repo}/actions/runs?status=pending`);
  expect(listed.json.total_count).toBe(1);
  const other = await start({ place: "two" });
  await see(forge, other, "in_progress");
  expect(hasBegun(second)).toBe(false);
  for (const id of [first, second, other]) release(id);
  expect(await ends(forge, first)).toBe("success");
  expect(await ends(forge, second)).toBe("success");
  expect(await ends(forge, other)).toBe("success");
});

test("a newer run replaces the waiting one", async () => {
  const { forge, start, release, hasBegun } = await openWith(
    group("  cancel-in-progress: false\n"),
  );
  const first = await start();
  await see(forge, first, "in_progress");
  const second = await start();
  await see(forge, second, "pending");
  const third = await start();
  expect(await ends(forge, second)).toBe("cancelled");
  await see(forge, third, "pending");
  for (const id of [first, third]) release(id);
  expect(await ends(forge, first)).toBe("success");
  expect(await ends(forge, third)).toBe("success");
  expect(hasBegun(second)).toBe(false);
});

test.each(["true", "\"${{ inputs.place == 'one' }}\""])(
  "a newer run cancels the running one: cancel-in-progress: %s",
  async (wanted) => {
    const { forge, start, release } = await openWith(group(`  cancel-in-progress: ${wanted}\n`));
    const first = await start();
    await see(forge, first, "in_progress");
    const second = await start();
    expect(await ends(forge, first)).toBe("cancelled");
    await see(forge, second, "in_progress");
    release(second);
    expect(await ends(forge, second)).toBe("success");
  },
);

test("with a queue every run waits for its turn", async () => {
  const { forge, start, release } = await openWith(group("  queue: max\n"));
  const ids = [await start(), await start(), await start()];
  await see(forge, ids[2] ?? 0, "pending");
  for (const id of ids) release(id);
  for (const id of ids) expect(await ends(forge, id)).toBe("success");
});

test("a waiting run is cancelled, and does not delay the next one", async () => {
  const { forge, start, release, hasBegun } = await openWith(group());
  const first = await start();
  await see(forge, first, "in_progress");
  const second = await start();
  await see(forge, second, "pending");
  await forge.rest("POST", `${repo}/actions/runs/${second}/cancel`);
  expect(await ends(forge, second)).toBe("cancelled");
  const third = await start();
  await see(forge, third, "pending");
  for (const id of [first, third]) release(id);
  expect(await ends(forge, third)).toBe("success");
  expect(hasBegun(second)).toBe(false);
});

test("a job waits for its turn in a group, and a newer job replaces it", async () => {
  const { forge, start, release, hasBegun } = await openWith("", "    concurrency: deploy\n");
  const first = await start();
  await expect.poll(() => hasBegun(first)).toBe(true);
  const second = await start();
  await see(forge, second, "pending");
  expect(await readJob(forge, second)).toMatchObject({ status: "pending" });
  const third = await start();
  expect(await ends(forge, second)).toBe("cancelled");
  const job = await readJob(forge, second);
  expect(job).toMatchObject({ conclusion: "cancelled", steps: [] });
  expect(job.log).toContain("a higher priority waiting request for deploy exists");
  for (const id of [first, third]) release(id);
  expect(await ends(forge, first)).toBe("success");
  expect(await ends(forge, third)).toBe("success");
});

test("a job cancels the running job of its group, and stops its process", async () => {
  const options = "    concurrency: {group: deploy, cancel-in-progress: true}\n";
  const { forge, start, release, hasBegun } = await openWith("", options);
  const first = await start();
  await expect.poll(() => hasBegun(first)).toBe(true);
  const second = await start();
  expect(await ends(forge, first)).toBe("cancelled");
  await expect.poll(() => hasBegun(second)).toBe(true);
  release(second);
  expect(await ends(forge, second)).toBe("success");
});

test("a job in the group of its own run is cancelled as a deadlock", async () => {
  const { forge, start } = await openWith("concurrency: Deploy\n", "    concurrency: deploy\n");
  const id = await start();
  expect(await ends(forge, id)).toBe("cancelled");
  expect((await readJob(forge, id)).log).toContain(
    "Canceling since a deadlock for concurrency group 'deploy' was detected between 'top level workflow' and 'check'",
  );
});

test.each([
  [
    "has no name",
    "concurrency: {cancel-in-progress: true}\n",
    "Required property is missing: group",
  ],
  ["has a secret in its name", 'concurrency: "${{ secrets.CP }}"\n', "is a secret"],
  [
    "both queues and cancels runs",
    "concurrency: {group: a, queue: max, cancel-in-progress: true}\n",
    "together",
  ],
])("a run fails if its group %s", async (_, top, words) => {
  const { forge, start } = await openWith(top);
  const id = await start();
  expect(await ends(forge, id)).toBe("failure");
  expect((await readJob(forge, id)).log).toContain(words);
});

test("a group stops with the forge", async () => {
  const { forge, start } = await openWith(group());
  await see(forge, await start(), "in_progress");
  await see(forge, await start(), "pending");
  await expect(forge.emulator.close()).resolves.toBeUndefined();
});
