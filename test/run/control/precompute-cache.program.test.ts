import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runScript, type RunScript } from "../../../emulator/runner/run-script.ts";
import type { StoredCache } from "../../../emulator/state/repository.ts";
import { installProgram } from "../../commands/installed-program.ts";
import { makeFolder } from "../../temporary-folder.ts";
import { openWorker } from "./worker-bench.ts";

const program = installProgram();
const targets = ["acme/control", "acme/api", "acme/infra"];
const permissions = { contents: "read", actions: "read", issues: "write" };

/**
 * Returns a runner whose programs all start at the same time, which only `pass` moves forward, so
 * that the result of a test does not depend on the speed of the machine.
 */
function fixedClock() {
  let start = Date.now();
  const run: RunScript = (script, ...more) => {
    const offset = start - Date.now();
    const shift = `const Real = Date; globalThis.Date = class extends Real {
      constructor(...given) { given.length > 0 ? super(...given) : super(Real.now() + ${offset}); }
      static now() { return Real.now() + ${offset}; }
    };`;
    const options = `--import=data:text/javascript,${encodeURIComponent(shift)}`;
    return runScript({ ...script, env: { ...script.env, NODE_OPTIONS: options } }, ...more);
  };
  return { run, pass: (seconds: number) => (start += seconds * 1000) };
}

async function openPlane(profile: "app" | "pat") {
  const stateFile = join(makeFolder("caches"), "forge.json");
  const clock = fixedClock();
  const plane = await openWorker(profile, program.cli(), "forge", { run: clock.run, stateFile });
  const workflow = "on: push\njobs: { build: { runs-on: linux, steps: [{ run: 'true' }] } }\n";
  const content = Buffer.from(workflow).toString("base64");
  const path = "/repos/acme/api/contents/.forge/workflows/ci.yml";
  expect((await plane.rest("PUT", path, { body: { message: "Add CI", content } })).status).toBe(
    201,
  );
  return {
    ...plane,
    pass: clock.pass,
    /**
     * Runs the worker, 20 seconds after the last run. Returns the requests with which it read the
     * targets, and the log.
     */
    runOnce: async () => {
      clock.pass(20);
      const before = plane.emulator.requests().length;
      const { conclusions, logOf } = await plane.runWorker();
      expect(conclusions).toMatchObject({ admission: "success", agent: "success" });
      const reads = plane.emulator
        .requests()
        .slice(before)
        .filter(({ method, path }) => path === "/graphql" || isTargetRead(method, path))
        .map(({ method, path, status }) => `${method} ${path} ${status}`);
      return { reads, log: logOf("admission") };
    },
    /** Returns the caches as the forge's state file contains them. */
    caches: async (): Promise<readonly StoredCache[]> => {
      const world = JSON.parse(await readFile(stateFile, "utf8")) as {
        repositories: { owner: string; name: string; caches?: StoredCache[] }[];
      };
      const found = world.repositories.find(
        ({ owner, name }) => owner === "acme" && name === "control",
      );
      return found?.caches ?? [];
    },
  };
}

function isTargetRead(method: string, path: string): boolean {
  return method === "GET" && /^\/repos\/acme\/(api|infra)\/actions\/workflows/.test(path);
}

const textOf = (caches: readonly StoredCache[]) =>
  caches
    .flatMap(({ key, path, files }) => [
      key,
      path,
      ...files.flatMap((file) => [file.path, Buffer.from(file.content, "base64").toString()]),
    ])
    .join("\n");

describe("the precompute cache of the rendered control file", () => {
  test("lets a second run with the same App read nothing within a minute, and contains no secret", async () => {
    const plane = await openPlane("app");
    const app = await plane.addApp("read", targets);
    const first = await plane.runOnce();
    expect(first.reads.length).toBeGreaterThan(1);
    const second = await plane.runOnce();
    expect(second.reads).toEqual([]);
    expect(second.log).toContain(`Cache restored from key: control-precompute-${app.clientId}-`);
    const caches = await plane.caches();
    expect(caches.map(({ key }) => key)).toEqual([
      expect.stringMatching(new RegExp(`^control-precompute-${app.clientId}-\\d+$`)),
      expect.stringMatching(new RegExp(`^control-precompute-${app.clientId}-\\d+$`)),
    ]);
    const text = textOf(caches);
    expect(text).toContain("acme/api");
    expect(text).not.toMatch(/ghs_|PRIVATE KEY/);
    expect(text).not.toContain(app.pem.split("\n")[1]);
  });

  test("with a PAT, sends conditional requests after a minute, which the forge answers with 304", async () => {
    const plane = await openPlane("pat");
    const token = await plane.addPat(targets, { permissions });
    const first = await plane.runOnce();
    const listing = first.reads.find((line) => line.startsWith("GET /repos/acme/api/"));
    expect(listing).toMatch(/ 200$/);
    expect((await plane.runOnce()).reads).toEqual([]);
    plane.pass(61);
    const later = await plane.runOnce();
    expect(later.reads).toContain(listing?.replace(/ 200$/, " 304"));
    expect(later.reads.filter((line) => line.endsWith(" 200"))).toEqual(["POST /graphql 200"]);
    expect(textOf(await plane.caches())).not.toContain(token);
  });

  test("is not shared between credentials: a run that falls back to the PAT reads everything itself", async () => {
    const plane = await openPlane("app");
    const app = await plane.addApp("read", targets);
    const first = await plane.runOnce();
    const secret = "/repos/acme/control/actions/secrets/CP_FORGE_READ_APP_PRIVATE_KEY";
    await plane.rest("DELETE", secret);
    await plane.runForge(
      ["secret", "set", "CP_FORGE_TOKEN"],
      await plane.addPat(targets, { permissions }),
    );
    const fallback = await plane.runOnce();
    expect(fallback.log).toContain("credential: pat");
    expect(fallback.log).toContain("Cache restored from key: control-precompute-");
    expect(fallback.reads).toEqual(first.reads);
    await plane.runForge(["secret", "set", "CP_FORGE_READ_APP_PRIVATE_KEY"], app.pem);
    expect((await plane.runOnce()).reads).toEqual([]);
    const [last] = (await plane.caches()).toReversed();
    expect(last?.files).toHaveLength(2);
  });
});
