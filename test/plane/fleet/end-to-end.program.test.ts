import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { scanPaths } from "../../../src/run/scan/scan-paths.ts";
import type { FleetReport } from "../../../src/plane/fleet/fleet-report.ts";
import { decisionPath } from "../../../src/plane/scope/control-files.ts";
import { renderDecision } from "../../../src/plane/scope/decision.ts";
import { runScript, type RunScript } from "../../../emulator/runner/run-script.ts";
import { controlFilePath, renderControlFile } from "../../../src/run/control/control-file.ts";
import { planFor } from "../../../src/run/control/plan-for.ts";
import { brands } from "../../../src/forge/brand.ts";
import { runWorkflow, type WorkflowReport, type WorkflowRun } from "../../../emulator/runner.ts";
import { installProgram } from "../../commands/installed-program.ts";
import { makeFolder } from "../../temporary-folder.ts";
import { appDecision, openControlPlane, someSettings } from "../control-plane-bench.ts";
import { servePackage } from "./serve-package.ts";
import { addFleetApp, renderFleet } from "./fleet-bench.ts";

const program = installProgram();
const names = ["acme/control", "acme/api", "acme/infra"];

/** Creates a complete control plane, one that is not set up, and one without the fleet's App. */
async function openFleet(brand: "forge" | "github" = "forge") {
  const plane = await openControlPlane(runScript);
  await plane.writeSettings(someSettings, brands[brand]);
  await plane.commit(decisionPath(brands[brand]), renderDecision(appDecision));
  const plan = planFor(brands[brand], appDecision.choice, someSettings);
  const pin = await servePackage(program.cli());
  const control = renderControlFile({ ...plan, pin });
  await plane.commit(controlFilePath(brands[brand]), control);
  await plane.addApp("read", ["acme/control", ...someSettings.targets]);
  const { app, env } = await addFleetApp(plane, ["acme/control", "acme/api"]);
  return {
    ...plane,
    app,
    run: (change: Partial<WorkflowRun> & { readonly given?: Record<string, string> } = {}) => {
      const { given = env, ...others } = change;
      return runWorkflow({
        workflow: renderFleet({ brand, names, pin }),
        inputs: {},
        secrets: () => Promise.resolve(given),
        variables: given,
        enterEnvironment: () => Promise.resolve({ secrets: {}, variables: {} }),
        repository: "acme/fleet",
        apiUrl: plane.emulator.apiUrl,
        forgeToken: "ghs_noUseForThisOne",
        onStep: () => undefined,
        signal: new AbortController().signal,
        ...others,
      });
    },
  };
}

function reportIn({ artifacts }: WorkflowReport): FleetReport {
  const file = artifacts.get("fleet-report")?.get("fleet-report.json");
  return JSON.parse(String(file)) as FleetReport;
}

/** Saves everything that a run leaves behind as files. */
async function saveAll({ jobs, artifacts }: WorkflowReport): Promise<string> {
  const folder = makeFolder("fleet");
  const kept = [...artifacts].flatMap(([name, files]) =>
    [...files].map(([path, content]) => [`${name}/${path}`, content] as const),
  );
  const reported = jobs.map(({ log, summary }, at) => [`job-${at}`, `${log}\n${summary}`] as const);
  for (const [path, content] of [...kept, ...reported]) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

describe("the rendered workflow, on the embedded forge's runner,", () => {
  test.each(["forge", "github"] as const)(
    "checks each control plane and reports all of them (naming convention %s)",
    async (brand) => {
      const { run, app, emulator } = await openFleet(brand);
      const ended = await run();
      expect(ended.jobs.map(({ name, conclusion }) => [name, conclusion])).toEqual([
        ["acme/control", "success"],
        ["acme/api", "success"],
        ["acme/infra", "failure"],
        ["Report", "failure"],
      ]);
      const report = reportIn(ended);
      expect(report.repositories.map(({ repo, state }) => [repo, state])).toEqual([
        ["acme/infra", "unreadable"],
        ["acme/api", "incomplete"],
        ["acme/control", "complete"],
      ]);
      expect(report.repositories[0]?.reason).toBe(
        "The fleet's App is not installed on acme/infra.",
      );
      const [last] = ended.jobs.slice(-1);
      expect(last?.summary).toContain("**2 of 3 control planes need attention: ");
      expect(last?.log).toContain("Process completed with exit code 5.");
      const found = await scanPaths([await saveAll(ended)]);
      expect(found).toMatchObject({ findings: [], notSearched: [] });
      expect(found.files).toBe(ended.jobs.length + 4);
      const all = ended.jobs.map(({ log, summary }) => log + summary).join("\n");
      expect(all).not.toContain(app.pem.split("\n")[1]);
      const paths = emulator.requests().filter(({ path }) => path.endsWith("installation/token"));
      expect(paths.map(({ method, status }) => [method, status])).toEqual([
        ["DELETE", 204],
        ["DELETE", 204],
      ]);
    },
  );

  test("names a job without a result, and discards a result that contains a credential", async () => {
    const { run } = await openFleet();
    const disturbed: RunScript = async (script, ...others) => {
      const name = script.env["CONTROL_REPOSITORY"];
      // Simulates a runner that is lost during the run.
      if (name === "acme/api") return 137;
      const code = await runScript(script, ...others);
      const leak = join(script.scriptFolder, "check", "leak.txt");
      if (name === "acme/control") await writeFile(leak, `ghp_${"a".repeat(36)}`);
      return code;
    };
    const ended = await run({ runScript: disturbed });
    expect([...ended.artifacts.keys()]).toEqual(["check-2", "fleet-report"]);
    const { repositories } = reportIn(ended);
    expect(repositories.map(({ repo, reason }) => [repo, reason])).toEqual([
      ["acme/api", "its job left no result"],
      ["acme/control", "its job left no result"],
      ["acme/infra", "The fleet's App is not installed on acme/infra."],
    ]);
    expect(ended.jobs[0]?.log).not.toContain("ghp_");
  });

  test("does not send a request to the forge without a credential", async () => {
    const { run, emulator } = await openFleet();
    const before = emulator.requests().length;
    const ended = await run({ given: {} });
    expect(emulator.requests()).toHaveLength(before);
    const { counts, repositories } = reportIn(ended);
    expect(counts).toEqual({ complete: 0, incomplete: 0, unreadable: 3 });
    expect(repositories[0]?.reason).toContain(
      "set CP_FORGE_FLEET_APP_ID and CP_FORGE_FLEET_APP_PRIVATE_KEY, or CP_FORGE_FLEET_TOKEN.",
    );
  });
});
