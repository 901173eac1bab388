import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { execPath } from "node:process";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { openStep } from "../run/precompute/precompute-bench.ts";
import { survivors } from "../shared/redact/samples.ts";
import { installProgram } from "./installed-program.ts";

const program = installProgram();

async function openRun(targets = ["acme/api", "acme/none"]) {
  const step = await openStep({ targets });
  await step.addWorkflow("acme/api", "ci.yml");
  const { emulator, folder } = step;
  const base = { FORGE_API_URL: emulator.apiUrl, FORGE_REPOSITORY: "acme/control" };
  return {
    ...step,
    gatehouse: (args: string[], env: Record<string, string> = { CP_FORGE_TOKEN: step.token }) =>
      program.run(args, { cwd: folder, env: { ...base, ...env } }),
    readDocument: (name = "control-precompute.json"): unknown =>
      JSON.parse(readFileSync(join(folder, name), "utf8")),
  };
}

test("the data matches the schema, and is readable only for its owner", async () => {
  const { gatehouse, folder, readDocument } = await openRun();
  const { code, out, err } = await gatehouse(["precompute"]);
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).toContain("2 targets: 1 complete, 1 missing.");
  expect(out).toContain(
    "No read App is set: CP_FORGE_READ_APP_ID and CP_FORGE_READ_APP_PRIVATE_KEY are empty.",
  );
  expect(statSync(join(folder, "control-precompute.json")).mode & 0o777).toBe(0o600);
  const schema = JSON.parse((await gatehouse(["precompute", "schema"])).out) as object;
  expect(new Ajv2020({ validateFormats: false }).validate(schema, readDocument())).toBe(true);
});

test("a second run within a minute sends no requests; with --json, one document is printed", async () => {
  const { gatehouse, emulator } = await openRun();
  const args = ["precompute", "-o", "out/known.json", "--cache", "kept", "--json"];
  await gatehouse(args);
  const before = emulator.requests().length;
  const { code, out } = await gatehouse(args);
  expect(emulator.requests()).toHaveLength(before);
  expect({ code, ...(JSON.parse(out) as object) }).toMatchObject({
    code: 0,
    output: "out/known.json",
    credential: "pat",
    states: { complete: 1, incomplete: 0, archived: 0, missing: 1 },
    incomplete: [],
    ended: null,
    requests: 0,
    isKept: true,
  });
});

describe("the files and the output do not contain", () => {
  test.each(["the PAT", "an App's pair", "an App's token"])("%s", async (which) => {
    const run = await openRun();
    const app = await run.addReadApp();
    const { env, installation } = app;
    const path = `/app/installations/${installation}/access_tokens`;
    const minted = String((await run.rest("POST", path, { token: app.jwt() })).json.token);
    const given = {
      "the PAT": { CP_FORGE_TOKEN: run.token },
      "an App's pair": env,
      "an App's token": { CP_FORGE_READ_APP_TOKEN: minted },
    }[which];
    const args = ["precompute", "-o", "left/known.json", "--cache", "left/cache"];
    const { code, out, err } = await run.gatehouse(args, { ...given });
    expect(code).toBe(0);
    const scan = await run.gatehouse(["scan", "left", "--json"]);
    expect(scan.code).toBe(0);
    expect(JSON.parse(scan.out)).toMatchObject({
      findings: [],
      notSearched: [],
      accepted: [],
      files: 2,
    });
    const cache = join(run.folder, "left/cache");
    const left = readdirSync(cache).map((name) => readFileSync(join(cache, name), "utf8"));
    const all = [out, err, JSON.stringify(run.readDocument("left/known.json")), ...left].join();
    for (const secret of [run.token, env.CP_FORGE_READ_APP_PRIVATE_KEY, minted]) {
      expect(survivors(secret.replace(/-----.*-----/g, ""), all)).toEqual([]);
    }
  });
});

describe("precompute exits with", () => {
  test("5 if no data could be read, and reports it in the file", async () => {
    const { gatehouse, readDocument } = await openRun();
    const env = { CP_FORGE_TOKEN: "x", FORGE_API_URL: "http://127.0.0.1:1/api/v3" };
    const { code, out } = await gatehouse(["precompute"], env);
    expect(code).toBe(5);
    expect(out).toContain("Stopped early: POST /graphql failed: connect ECONNREFUSED");
    expect(readDocument()).toMatchObject({ targets: [{ state: "incomplete" }, {}] });
  });

  test("5 without a credential, and reports it in the file", async () => {
    const { gatehouse, readDocument } = await openRun();
    const { code, out } = await gatehouse(["precompute"], {});
    expect(code).toBe(5);
    expect(out).toContain("this step has no credential for reading targets");
    expect(out).toContain("CP_FORGE_TOKEN or FORGE_TOKEN");
    expect(readDocument()).toMatchObject({ credential: null, targets: [{}, {}] });
  });

  test("0 if the cache cannot be written, and reports it in one line", async () => {
    const { gatehouse, folder, readDocument } = await openRun();
    const args = ["precompute", "--cache", "kept"];
    await gatehouse(args);
    const cache = join(folder, "kept");
    for (const name of readdirSync(cache)) {
      rmSync(join(cache, name));
      mkdirSync(join(cache, name));
    }
    rmSync(join(folder, "control-precompute.json"));
    const { code, err } = await gatehouse(args);
    expect(code).toBe(0);
    expect(err).toMatch(
      /^Could not cache data for the next run: Could not write kept\/[\da-f]{32}\.json: it is a directory\.\n$/,
    );
    expect(readDocument()).toMatchObject({ ended: null });
  });

  test("2 for an invalid output or cache path, before any request", async () => {
    const { gatehouse, emulator, folder } = await openRun();
    writeFileSync(join(folder, "file"), "");
    const before = emulator.requests().length;
    for (const args of [
      ["-o", ""],
      ["-o", "/dev/stdout"],
      ["-o", ".forge/control-plane.json"],
      ["--cache", "file"],
      ["--cache", ""],
    ]) {
      const { code, out } = await gatehouse(["precompute", ...args]);
      expect({ args, code, out }).toEqual({ args, code: 2, out: "" });
    }
    expect(emulator.requests()).toHaveLength(before);
  });

  test("3 if the forge rejects the credential, and writes nothing", async () => {
    const { gatehouse, folder } = await openRun();
    const { code } = await gatehouse(["precompute"], { CP_FORGE_TOKEN: "x", FORGE_TOKEN: "y" });
    expect(code).toBe(3);
    expect(readdirSync(folder)).toEqual([".forge"]);
  });

  test("2 without settings, or outside a step", async () => {
    const { gatehouse, folder } = await openRun();
    const elsewhere = await program.run(["precompute"], { cwd: folder });
    expect(elsewhere).toMatchObject({ code: 2 });
    expect(elsewhere.err).toContain("FORGE_API_URL is empty");
    const { code } = await gatehouse(["precompute", "--unknown"]);
    expect(code).toBe(2);
  });
});

test("scan exits with 6 for a credential, 5 for locations it cannot search, and 2 for a missing path", async () => {
  const { gatehouse, token, folder } = await openRun();
  writeFileSync(join(folder, "a.txt"), `token ${token}\n`);
  writeFileSync(join(folder, "b.zip"), "no archive");
  const found = await gatehouse(["scan", "a.txt", "b.zip"]);
  expect(found.code).toBe(6);
  expect(found.out).toContain("a.txt:1");
  expect(found.out).not.toContain(token.slice(0, 20));
  const incomplete = await gatehouse(["scan", "b.zip"]);
  expect(incomplete.code).toBe(5);
  expect(incomplete.out).toContain(
    "? No credential found in 1 file, but 1 location could not be searched.",
  );
  const accepted = await gatehouse(["scan", "b.zip", "--accept-unsearched", "b.zip", "--json"]);
  expect(accepted.code).toBe(0);
  expect(JSON.parse(accepted.out)).toMatchObject({
    notSearched: [],
    accepted: [
      { location: "b.zip", reason: expect.stringContaining("named like a zip") as string },
    ],
  });
  expect((await gatehouse(["scan", "a.txt", "--accept-unsearched", "a.txt"])).code).toBe(6);
  const none = await gatehouse(["scan", "none"]);
  expect(none).toMatchObject({ code: 2, out: "" });
  expect(none.err).toContain("✖ none not found.");
});

test.each([["precompute"], ["scan"]])("the help of %s fits into 80 columns", async (verb) => {
  const { code, out } = await program.run([verb, "--help"]);
  expect(code).toBe(0);
  expect(out).toContain("Examples:");
  expect(out.split("\n").filter((line) => line.length > 80)).toEqual([]);
});

test("if a step is stopped, its token is revoked first, and no file that appears complete remains", async () => {
  const run = await openRun();
  const { env } = await run.addReadApp();
  const silent = { kind: "latency", ms: 600_000 };
  await run.control("PUT", "faults", [{ on: "POST /graphql", times: 0, play: silent }]);
  const given = { FORGE_API_URL: run.emulator.apiUrl, FORGE_REPOSITORY: "acme/control", ...env };
  const child = spawn(execPath, [program.cli(), "precompute"], {
    cwd: run.folder,
    env: { ...process.env, ...given },
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  const asked = (path: string) => run.emulator.requests().filter((one) => one.path.endsWith(path));
  await expect.poll(() => asked("/access_tokens"), { timeout: 30_000 }).toHaveLength(1);
  child.kill("SIGTERM");
  expect((await ended)[0]).toBe(143);
  expect(asked("/installation/token")).toMatchObject([{ method: "DELETE", status: 204 }]);
  expect(existsSync(join(run.folder, "control-precompute.json"))).toBe(false);
});
