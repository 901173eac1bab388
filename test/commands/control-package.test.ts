import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readPin, type CliPin } from "../../src/run/control/cli-pin.ts";
import { renderDecision } from "../../src/plane/scope/decision.ts";
import { openServer } from "../forge/forge-bench.ts";
import { appDecision, openControlPlane, somePin } from "../plane/control-plane-bench.ts";
import { makeFolder } from "../temporary-folder.ts";
import { installProgram, makeHome } from "./installed-program.ts";

const program = installProgram();
/** Path of the package in the repository, with part of its hash. */
const packagePath = /^\.forge\/gatehouse\/gatehouse-cli-0\.1\.0-[\da-f]{8}\.tgz$/;

/** Returns the only printed command that packs gatehouse, as its words after the program. */
function packingCommand(text: string): string[] {
  const found = text.match(/gatehouse control render .*--pack$/gm) ?? [];
  expect(found).toHaveLength(1);
  return (found[0] ?? "").trim().split(" ").slice(1);
}

test("in a clone, the printed command writes this gatehouse beside the control file", async () => {
  const cwd = makeFolder("control-package");
  const options = ["control", "render", "--profile", "app", "--brand", "forge"];
  const refused = await program.run(options, { cwd });
  expect(refused.code).toBe(2);
  expect(await program.run(packingCommand(refused.err), { cwd })).toMatchObject({
    code: 0,
    err: "",
  });
  const text = await readFile(join(cwd, ".forge/workflows/shared/control.md"), "utf8");
  const { source = "", integrity } = readPin(text) ?? {};
  expect(source).toMatch(packagePath);
  const bytes = await readFile(join(cwd, source));
  const hash = execFileSync("openssl", ["dgst", "-sha512", "-binary"], { input: bytes });
  expect(integrity).toBe(`sha512-${hash.toString("base64")}`);
});

test("--pack cannot be used with another package", async () => {
  const args = ["control", "render", "--pack", "--cli", somePin.source];
  const { code, err } = await program.run(args);
  expect({ code, err }).toMatchObject({ code: 2 });
  expect(err).toContain("✖ --pack cannot be used with --cli or --integrity.");
});

describe("the package for runs, on the forge", () => {
  async function openPlane() {
    const plane = await openControlPlane();
    await plane.writeSettings();
    await plane.commit(".forge/control-plane-decision.json", renderDecision(appDecision));
    await plane.addApp("read", ["acme/control", "acme/api", "acme/infra"]);
    const { home: cwd, env } = await makeHome();
    const run = (words: readonly string[]) =>
      program.run(words, { cwd, env: { ...env, FORGE_CONFIG_DIR: plane.emulator.cliConfigDir } });
    const where = ["--host", plane.emulator.origin, "--repo", "acme/control"];
    const verify = async () => {
      const { out } = await run(["verify", "--no-run", "--json", ...where]);
      const { checks } = JSON.parse(out) as { checks: { id: string; state: string }[] };
      return checks.find(({ id }) => id === "shared-control");
    };
    const status = async () => (await run(["status", ...where])).out;
    const words = async () => (await status()).replaceAll(/\s+/g, " ");
    return { ...plane, run, where, verify, status, words };
  }

  test("is committed with the control file by the command that status and verify print", async () => {
    const { run, status, verify, where } = await openPlane();
    const before = await status();
    expect(before).toContain("no run can be admitted");
    expect(await verify()).toMatchObject({ state: "fail" });
    expect(await run(packingCommand(before))).toMatchObject({ code: 0, err: "" });
    expect(await verify()).toMatchObject({ state: "pass" });
    expect(await status()).not.toContain("no run can be admitted");
    const again = await run(["control", "render", ...where, "--commit", "--pack"]);
    expect(again.out).toContain("is unchanged");
  });

  test("does not pass if it was changed or deleted, and the printed command fixes it", async () => {
    const plane = await openPlane();
    const render = ["control", "render", ...plane.where, "--commit", "--pack", "--json"];
    const { source } = (JSON.parse((await plane.run(render)).out) as { cli: CliPin }).cli;
    await plane.commit(source, "something else");
    expect(await plane.verify()).toMatchObject({
      state: "fail",
      evidence: [expect.stringContaining("does not match the hash")],
    });
    expect(await plane.words()).toContain("does not match the hash");
    const { out } = await plane.run(["verify", "--no-run", ...plane.where]);
    await plane.run(packingCommand(out));
    expect(await plane.verify()).toMatchObject({ state: "pass" });

    const path = `/repos/acme/control/contents/${source}`;
    const { sha } = (await plane.rest("GET", path)).json as { sha: string };
    await plane.rest("DELETE", path, { body: { message: "Delete it", sha } });
    expect(await plane.verify()).toMatchObject({
      state: "fail",
      evidence: [expect.stringContaining("not found")],
    });
    expect(await plane.words()).toContain(`Runs cannot install gatehouse from ${source}`);
  });

  test("at a URL passes only if the URL serves the pinned bytes", async () => {
    const plane = await openPlane();
    let content = "the package";
    const { origin } = await openServer((_, response) => void response.end(content));
    const hash = execFileSync("openssl", ["dgst", "-sha512", "-binary"], { input: content });
    const integrity = `sha512-${hash.toString("base64")}`;
    const pin = ["--cli", `${origin}/gatehouse.tgz`, "--integrity", integrity];
    await plane.run(["control", "render", ...plane.where, "--commit", ...pin]);
    expect(await plane.verify()).toMatchObject({ state: "pass" });
    content = "another package";
    expect(await plane.verify()).toMatchObject({ state: "fail" });
  });
});
