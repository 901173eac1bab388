import { expect, test } from "vitest";
import { runScript } from "../../emulator/runner/run-script.ts";
import { controlFilePath, renderControlFile } from "../../src/run/control/control-file.ts";
import { planFor } from "../../src/run/control/plan-for.ts";
import { openControlPlane, someSettings } from "../plane/control-plane-bench.ts";
import { servePackage } from "../plane/fleet/serve-package.ts";
import { brandNames, openShell } from "../pty/next-steps/prove-steps.ts";
import { byWorkflowToken } from "../pty/next-steps/scene.ts";
import { installProgram } from "./installed-program.ts";

const program = installProgram();

/** Opens a running forge, and a shell with a login on it. */
async function openForge(brand: (typeof brandNames)[number]) {
  const plane = await openControlPlane(runScript, { brand });
  const { env, home, where } = await openShell(program, plane);
  const demo = () => program.run(["demo", ...where], { env, cwd: home });
  return { plane, demo };
}

test.each(brandNames)(
  "the demo runs a first agent on a running forge, to a passing verify (%s)",
  async (brandName) => {
    const { plane, demo } = await openForge(brandName);
    const { brand } = plane.profile;
    for (const name of someSettings.targets)
      await plane.rest("PATCH", `/repos/${name}`, { body: { visibility: "public" } });
    await plane.writeSettings();
    await plane.writeDecision(byWorkflowToken);
    const pin = await servePackage(program.cli());
    const plan = planFor(brand, byWorkflowToken.choice, someSettings);
    await plane.commit(controlFilePath(brand), renderControlFile({ ...plan, pin }));

    const first = await demo();
    expect(first.out).toMatch(/✔ The agent opened issue #\d as github-actions\[bot\]: Review of/);
    expect(first.out).toMatch(/✔ Ready for promotion +\d+ passed, 0 failed, 0 unknown/);
    expect(first.code).toBe(0);
    const again = await demo();
    expect(again.out).toContain("✔ An earlier run opened issue #");
    expect(again.code).toBe(0);
  },
);

test("a running forge without a control plane is reported with the next step", async () => {
  const { demo } = await openForge("forge");
  const { code, err } = await demo();
  expect(code).toBe(5);
  expect(err).toContain("acme/control has no profile.");
  expect(err).toMatch(/gatehouse setup --host http:\S+ --repo acme\/control/);
});

test("a control plane without a control file is reported before anything is committed", async () => {
  const { plane, demo } = await openForge("forge");
  await plane.writeSettings();
  await plane.writeDecision(byWorkflowToken);
  const { code, err } = await demo();
  expect(code).toBe(5);
  expect(err).toContain("acme/control has no control file, so no run can start.");
  const { status } = await plane.rest(
    "GET",
    "/repos/acme/control/contents/.forge/workflows/review.md",
  );
  expect(status).toBe(404);
});

test.each([
  [["--host", "github.com"], "github.com is not an embedded forge."],
  [["--brand", "github"], "--brand requires --host."],
  [["--repo", "acme/other"], "--repo requires --host."],
  [["--host", "emulator", "--no-agent"], "--no-agent cannot be used with --host."],
])("%j is refused before anything is sent", async (args, message) => {
  const { code, err } = await program.run(["demo", ...args]);
  expect(code).toBe(2);
  expect(err).toContain(message);
});
