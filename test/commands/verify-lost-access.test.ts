import { expect, test } from "vitest";
import { openControlPlane, patDecision, someSettings } from "../plane/control-plane-bench.ts";
import { installProgram, makeHome } from "./installed-program.ts";

const program = installProgram();

/** @see spec/credentials.md, "PAT fallback" */
test("a PAT fails the review as soon as its user loses access to a target", async () => {
  const plane = await openControlPlane();
  await plane.writeSettings();
  await plane.addPat(["acme/control", ...someSettings.targets], { user: "hubot" });
  await plane.writeDecision(patDecision());
  await plane.writeControl(patDecision());
  const { home: cwd, env } = await makeHome();
  const coverage = async () => {
    const args = ["verify", "--host", plane.emulator.origin, "--repo", "acme/control", "--json"];
    const location = { ...env, FORGE_CONFIG_DIR: plane.emulator.cliConfigDir };
    const { out } = await program.run(args, { env: location, cwd });
    const { checks } = JSON.parse(out) as { checks: { id: string; state: string }[] };
    return checks.find(({ id }) => id === "pat-coverage");
  };
  expect(await coverage()).toMatchObject({ state: "pass" });
  await plane.control("PATCH", "world", { organizations: { acme: { members: { hubot: null } } } });
  expect(await coverage()).toMatchObject({ state: "fail" });
});
