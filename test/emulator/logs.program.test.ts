import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { machine } from "../system/machine.ts";
import { openForge, type OpenForge } from "./open-forge.ts";

const actions = "/repos/acme/web/actions";

const workflowOf = (steps: string) =>
  `name: Check\non: workflow_dispatch\njobs:\n  check:\n    runs-on: x\n    steps:\n${steps}`;

/**
 * Starts a workflow with these steps in a public repository. Returns the run's ID when the run has
 * reached the status.
 */
async function startRun(forge: OpenForge, steps: string, until: "completed" | "in_progress") {
  const content = Buffer.from(workflowOf(steps)).toString("base64");
  const file = "/repos/acme/web/contents/.github/workflows/check.yml";
  await forge.rest("PUT", file, { body: { message: "Add a check", content } });
  const body = { ref: "main", return_run_details: true };
  const started = await forge.rest("POST", `${actions}/workflows/check.yml/dispatches`, { body });
  const id = Number(started.json.workflow_run_id);
  const path = `${actions}/runs/${id}`;
  await expect.poll(async () => (await forge.rest("GET", path)).json.status).toBe(until);
  return id;
}

async function findJob(forge: OpenForge, run: number): Promise<number | undefined> {
  return (await forge.rest("GET", `${actions}/runs/${run}/jobs`)).json.jobs[0]?.id;
}

/** Returns the address to which the API redirects a request for the log of a run's first job. */
async function linkOf(forge: OpenForge, run: number): Promise<URL> {
  await expect.poll(() => findJob(forge, run)).toBeDefined();
  const path = `${actions}/jobs/${await findJob(forge, run)}/logs`;
  const { status, headers } = await forge.rest("GET", path);
  expect(status).toBe(302);
  return new URL(headers.get("location") ?? "");
}

const text = "      - run: echo one\n      - name: Two/2\n        run: echo two\n";

describe("a job's log", () => {
  test("is on another host, which neither requires nor accepts a credential", async () => {
    const forge = await openForge();
    const link = await linkOf(forge, await startRun(forge, text, "completed"));
    expect(link.origin).not.toBe(forge.emulator.origin);
    expect(await (await fetch(link)).text()).toMatch(/Z one\n[^]*Z two\n/);
    const headers = { authorization: "Bearer anything" };
    const refused = await fetch(link, { headers });
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining("InvalidAuthenticationInfo"),
    ]);
  });

  test("can be read for a minute through its link, and not through a changed link", async () => {
    let now = new Date();
    const forge = await openForge({ clock: () => now });
    const link = await linkOf(forge, await startRun(forge, text, "completed"));
    const other = new URL(link);
    other.searchParams.set("se", new Date(now.getTime() + 3_600_000).toISOString());
    expect((await fetch(other)).status).toBe(403);
    now = new Date(now.getTime() + 61_000);
    const late = await fetch(link);
    expect([late.status, await late.text()]).toEqual([
      403,
      expect.stringContaining("AuthenticationFailed"),
    ]);
  });

  test("is missing in the storage while the job runs", async () => {
    const forge = await openForge();
    const link = await linkOf(
      forge,
      await startRun(forge, "      - run: sleep 600\n", "in_progress"),
    );
    const missing = await fetch(link);
    expect([missing.status, await missing.text()]).toEqual([
      404,
      expect.stringContaining("<Code>BlobNotFound</Code>"),
    ]);
  });

  test("is deleted after ninety days", async () => {
    let now = new Date();
    const forge = await openForge({ clock: () => now });
    const job = await findJob(forge, await startRun(forge, text, "completed"));
    now = new Date(now.getTime() + 91 * 86_400_000);
    const { status, json } = await forge.rest("GET", `${actions}/jobs/${job}/logs`);
    expect([status, json.message]).toEqual([410, "Server Error"]);
  });

  test("is not public, although the repository is", async () => {
    const forge = await openForge();
    const job = await findJob(forge, await startRun(forge, text, "completed"));
    const { status, json } = await forge.rest("GET", `${actions}/jobs/${job}/logs`, {
      token: null,
    });
    expect([status, json.message]).toEqual([403, "Must have admin rights to Repository."]);
  });
});

test("the logs of a run are an archive, with one file per job and one per step", async () => {
  const forge = await openForge();
  const run = await startRun(forge, text, "completed");
  const { status, headers } = await forge.rest("GET", `${actions}/runs/${run}/logs`);
  expect(status).toBe(302);
  const archive = await fetch(headers.get("location") ?? "");
  const folder = await mkdtemp(join(tmpdir(), "emulator-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, "logs.zip");
  await writeFile(file, new Uint8Array(await archive.arrayBuffer()));
  const script =
    "import sys,zipfile;z=zipfile.ZipFile(sys.argv[1]);z.testzip()\nfor n in z.namelist():print(n,z.read(n).decode().count('\\n'))";
  const listed = execFileSync(machine().python, ["-c", script, file], { encoding: "utf8" });
  expect(listed.trim().split("\n")).toEqual([
    "0_check.txt 6",
    "check/1_Run echo one.txt 3",
    "check/2_Two2.txt 3",
  ]);
});
