import { expect } from "vitest";
import { settingsPath } from "../../../src/plane/scope/control-files.ts";
import { renderSettings } from "../../../src/plane/scope/settings.ts";
import { runScript, type RunScript } from "../../../emulator/runner/run-script.ts";
import { brands } from "../../../src/forge/brand.ts";
import { openControlPlane, repository, someSettings } from "../../plane/control-plane-bench.ts";
import { servePackage } from "../../plane/fleet/serve-package.ts";
import { render, worker, type Chosen } from "./shared-control-bench.ts";

const home = `/repos/${repository.full}`;

/**
 * Creates a control plane whose worker runs on the embedded forge, with gatehouse from a package.
 */
export async function openWorker(
  profile: Chosen,
  program: string,
  brand: keyof typeof brands = "forge",
  { run = runScript, ...more }: { run?: RunScript; stateFile?: string } = {},
) {
  const plane = await openControlPlane(run, more);
  const { rest, commit } = plane;
  const pin = await servePackage(program);
  const { folder, agentic } = brands[brand];
  // Runs of several tests share this machine's directory for temporary files.
  const control = render(profile, brand, pin).replaceAll(
    agentic.agentFolder,
    "${{ runner.temp }}/agent",
  );
  const put = (path: string, text: string) => commit(`${folder}/workflows/${path}`, text);
  await commit(settingsPath(brands[brand]), renderSettings(someSettings));
  await put("shared/control.md", control);
  await put("worker.md", worker(profile, brand));
  return {
    ...plane,
    put,
    control,
    /** Runs the worker until it completes. Returns the conclusion of each job. */
    runWorker: async () => {
      const body = { ref: "main", return_run_details: true };
      const path = `${home}/actions/workflows/worker.md/dispatches`;
      const started = await rest("POST", path, { body });
      expect(started).toMatchObject({ status: 200 });
      const id = String(started.json.workflow_run_id);
      const read = async () => (await rest("GET", `${home}/actions/runs/${id}`)).json;
      await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe("completed");
      const { jobs } = (await rest("GET", `${home}/actions/runs/${id}/jobs`)).json;
      return readJobs(jobs, (job) => readLog(plane, job));
    },
    issues: async () => (await rest("GET", `${home}/issues`)).json,
  };
}

interface Job {
  readonly id: number;
  readonly name: string;
  readonly conclusion: string;
}

async function readJobs(jobs: readonly Job[], log: (id: number) => Promise<string>) {
  const read = await Promise.all(
    jobs.map(async ({ id, name, conclusion }) => ({ name, conclusion, log: await log(id) })),
  );
  const conclusions = Object.fromEntries(read.map(({ name, conclusion }) => [name, conclusion]));
  const logOf = (name: string) => read.find((job) => job.name === name)?.log ?? "";
  return { conclusions, logOf, all: read.map((job) => job.log).join("\n") };
}

async function readLog(
  { rest, page }: Awaited<ReturnType<typeof openControlPlane>>,
  job: number,
): Promise<string> {
  const answer = await rest("GET", `${home}/actions/jobs/${job}/logs`);
  const link = answer.headers.get("location");
  return link === null ? "" : (await page(link)).text;
}
