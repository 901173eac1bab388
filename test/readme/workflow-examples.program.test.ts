import { delimiter, dirname } from "node:path";
import { expect, test } from "vitest";
import { runScript, type RunScript } from "../../emulator/runner/run-script.ts";
import type { CliPin } from "../../src/run/control/cli-pin.ts";
import { indent } from "../../src/run/control/control-plan.ts";
import { installCliSteps } from "../../src/run/control/install-cli.ts";
import { installProgram } from "../commands/installed-program.ts";
import { openControlPlane, repository } from "../plane/control-plane-bench.ts";
import { servePackage } from "../plane/fleet/serve-package.ts";
import { machine } from "../system/machine.ts";
import { readBlock } from "./pages.ts";

const program = installProgram();
const home = `/repos/${repository.full}`;
const enrolled = [repository.full, "acme/api", "acme/infra"];

/** The values of a page, which the reader replaces. */
const placeholder = {
  source: "https://example.com/gatehouse-cli-0.1.0.tgz",
  integrity: "sha512-REPLACE",
};

const formatSteps = (pin: CliPin) => indent(installCliSteps(pin), 6).join("\n");

/** Returns the workflow of a page with another package, which it installs like a control file. */
async function readWorkflow(page: string, pin: CliPin): Promise<string> {
  const text = await readBlock(page, "yaml");
  expect(text).toContain(formatSteps(placeholder));
  return text.replace(formatSteps(placeholder), formatSteps(pin));
}

/** Creates a control plane with both Apps, whose runs can use the real forge CLI. */
async function openPlane() {
  let origin = "";
  // The real CLI reaches a forge on this machine only through a proxy.
  const run: RunScript = ({ env, ...script }, ...more) => {
    const path = [dirname(machine().gh), env["PATH"]].join(delimiter);
    const forge = { GH_HOST: "github.localhost", http_proxy: origin, no_proxy: "127.0.0.1" };
    return runScript({ ...script, env: { ...env, PATH: path, ...forge } }, ...more);
  };
  const plane = await openControlPlane(run, { brand: "github" });
  ({ origin } = plane.emulator);
  await plane.writeSettings();
  await plane.addApp("read", enrolled);
  await plane.addApp("write", enrolled);
  return plane;
}

type Plane = Awaited<ReturnType<typeof openPlane>>;

/** Runs a workflow to its end, and returns the conclusion and the log of each job. */
async function runWorkflow({ rest, page, commit }: Plane, text: string) {
  await commit(".github/workflows/example.yml", text);
  const body = { ref: "main", return_run_details: true };
  const path = `${home}/actions/workflows/example.yml/dispatches`;
  const started = await rest("POST", path, { body });
  expect(started).toMatchObject({ status: 200 });
  const id = String(started.json.workflow_run_id);
  const read = async () => (await rest("GET", `${home}/actions/runs/${id}`)).json;
  await expect.poll(async () => (await read()).status, { timeout: 60_000 }).toBe("completed");
  const { jobs } = (await rest("GET", `${home}/actions/runs/${id}/jobs`)).json;
  const conclusions: Record<string, string> = {};
  let log = "";
  for (const job of jobs as { id: number; name: string; conclusion: string }[]) {
    conclusions[job.name] = job.conclusion;
    const link = (await rest("GET", `${home}/actions/jobs/${job.id}/logs`)).headers.get("location");
    if (link !== null) log += (await page(link)).text;
  }
  return { conclusions, log };
}

test("the workflow of the page about admit admits a run, and starts the orchestrator", async () => {
  const plane = await openPlane();
  const text = await readWorkflow("docs/admit.md", await servePackage(program.cli()));
  const { conclusions, log } = await runWorkflow(plane, text);
  expect(log).toContain("Admitted.");
  expect(log).toContain("credential: read-app");
  expect(conclusions).toEqual({ admission: "success", orchestrate: "success" });
});

test("the workflow of the page about admit does not start the orchestrator if it is denied", async () => {
  const plane = await openPlane();
  const pin = await servePackage(program.cli());
  const text = (await readWorkflow("docs/admit.md", pin)).replace(
    "admit --soft",
    "admit --soft --requirement 100000",
  );
  const { conclusions } = await runWorkflow(plane, text);
  expect(conclusions).toEqual({ admission: "success", orchestrate: "skipped" });
});

test("the workflow of the page about precompute reads the targets", async () => {
  const plane = await openPlane();
  const text = await readWorkflow("docs/precompute.md", await servePackage(program.cli()));
  const { conclusions, log } = await runWorkflow(plane, text);
  expect(log).toContain("2 targets: 2 complete.");
  expect(log).toContain("Uploaded 1 files as control-precompute.");
  expect(conclusions).toEqual({ precompute: "success" });
});

test("the workflow of the page about tokens opens the issue as the App, and revokes the token", async () => {
  const plane = await openPlane();
  const text = await readWorkflow("docs/token.md", await servePackage(program.cli()));
  const { conclusions, log } = await runWorkflow(plane, text);
  expect(conclusions).toEqual({ report: "success" });
  expect((await plane.rest("GET", "/repos/acme/api/issues")).json).toMatchObject([
    { title: "A finding", body: "One dependency is outdated.\n", user: { type: "Bot" } },
  ]);
  expect(plane.emulator.requests()).toContainEqual(
    expect.objectContaining({ method: "DELETE", path: "/installation/token", status: 204 }),
  );
  expect(log).not.toMatch(/ghs_\w{20}/);
});

test("the steps of a control file whose package is in the repository also install it", async () => {
  const plane = await openPlane();
  const { source, integrity } = await servePackage(program.cli());
  const file = ".github/gatehouse/gatehouse-cli-0.1.0.tgz";
  const bytes = Buffer.from(await (await fetch(source)).arrayBuffer());
  const body = { message: "Add gatehouse", content: bytes.toString("base64") };
  expect(await plane.rest("PUT", `${home}/contents/${file}`, { body })).toMatchObject({
    status: 201,
  });
  const text = await readWorkflow("docs/token.md", { source: file, integrity });
  const { conclusions } = await runWorkflow(
    plane,
    text.replace("permissions: {}", "permissions: { contents: read }"),
  );
  expect(conclusions).toEqual({ report: "success" });
});
