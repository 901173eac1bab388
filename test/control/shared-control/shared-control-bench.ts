import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import type { CliPin } from "../../../src/control/shared-control/cli-pin.ts";
import { renderControlFile } from "../../../src/control/shared-control/control-file.ts";
import { settingsPath } from "../../../src/control/scope/control-files.ts";
import { renderSettings } from "../../../src/control/scope/settings.ts";
import type { ProfileChoice } from "../../../src/credentials/profile/choice.ts";
import { runScript } from "../../../emulator/runner/run-script.ts";
import { brands } from "../../../src/forge/brand.ts";
import { openServer } from "../../forge/forge-bench.ts";
import { makeFolder } from "../../temporary-folder.ts";
import { openControlPlane, repository, someSettings, somePin } from "../control-plane-bench.ts";

const run = promisify(execFile);
const home = `/repos/${repository.full}`;

export const choices = {
  app: { profile: "app", readApp: true, writeApp: true, pat: false },
  pat: { profile: "pat", readApp: false, writeApp: false, pat: true },
  "workflow-token": { profile: "workflow-token", readApp: false, writeApp: false, pat: false },
} as const satisfies Record<string, ProfileChoice>;

export type Chosen = keyof typeof choices;

export function render(
  profile: Chosen,
  brand: keyof typeof brands = "forge",
  pin = somePin,
): string {
  const plan = { choice: choices[profile], environment: "control-plane", pin };
  return renderControlFile({ ...plan, brand: brands[brand], outputs: "control repository" });
}

/** A package as runs fetch it: the program as it is built now. */
export async function servePackage(program: string): Promise<CliPin> {
  const folder = makeFolder("package");
  await cp(dirname(program), join(folder, "package", "dist"), { recursive: true });
  await run("tar", ["-czf", "package.tgz", "package"], { cwd: folder });
  const bytes = await readFile(join(folder, "package.tgz"));
  const { origin } = await openServer((_, response) => void response.end(bytes));
  const digest = createHash("sha512").update(bytes).digest("base64");
  return { source: `${origin}/package.tgz`, integrity: `sha512-${digest}` };
}

/** The worker: a stand-in for the agent says what it read, and asks for one issue. */
export function worker(profile: Chosen, brand: keyof typeof brands = "forge"): string {
  return `---
name: Worker
on:
  workflow_dispatch:
    inputs:
      target_repository: { type: string, default: acme/api }
permissions:
  contents: read
  issues: write
  ${brands[brand].inferencePermission}: write
${profile === "pat" ? "environment: control-plane\n" : ""}imports:
  - uses: shared/control.md
    with: { role: worker }
engine:
  id: custom
  steps:
    - name: Agent
      env:
        PRECOMPUTE: \${{ runner.temp }}/agent/control-precompute.json
        TARGET: \${{ inputs.target_repository }}
      run: |
        printf '{"type":"control_issue","title":"Review of %s","body":%s}\\n' "$TARGET" "$(jq -Rs . "$PRECOMPUTE")" > "$FORGE_SAFE_OUTPUTS"
---

Review the target.
`;
}

/** A control plane whose worker runs on the embedded forge, with gatehouse from a package. */
export async function openWorker(
  profile: Chosen,
  program: string,
  brand: keyof typeof brands = "forge",
) {
  const plane = await openControlPlane(runScript);
  const { rest, commit } = plane;
  const pin = await servePackage(program);
  const { folder, agentic } = brands[brand];
  // Runs of several tests share this machine's folder for temporary files.
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
    /** Runs the worker to its end, and answers what became of each job. */
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
