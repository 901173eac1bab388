import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { buildProgram } from "../../commands/installed-program.ts";
import { makeFolder } from "../../temporary-folder.ts";
import { packProgram } from "./packed-program.ts";
import { openRegistry } from "./registry.ts";
import { runAgent } from "./run-agent.ts";
import { openSecureServer } from "./secure-front.ts";

const yaml = "name: probe\nengine: {command: COMMAND}\nsteps: [{bash: gatehouse --version}]";
const own = { name: "gatehouse-cli", version: "0.1.0" };

/** Packs the package after a change to its directory. */
async function packChanged(change: (folder: string) => void): Promise<Buffer> {
  const { source } = await packProgram();
  const folder = makeFolder("repacked");
  execFileSync("tar", ["-xzf", source.slice("file:".length), "-C", folder]);
  change(join(folder, "package"));
  const path = join(folder, "changed.tgz");
  execFileSync("tar", ["-czf", path, "-C", folder, "package"]);
  return readFileSync(path);
}

/**
 * Runs a job that installs the package from a registry, checked against the hash of the program
 * that compiled.
 */
async function installFromRegistry(bytes: Buffer, env: Record<string, string> = {}) {
  const registry = await openRegistry(own, bytes);
  const integrity = readFileSync(join(await buildProgram(), "dist/integrity"), "utf8").trim();
  const gatehouse = { source: "npm:gatehouse-cli@0.1.0", integrity };
  const home = makeFolder("home");
  const { agent, log, folder } = await runAgent(yaml, {
    settings: { gatehouse },
    env: { npm_config_registry: registry, npm_config_cache: join(home, "cache"), ...env },
  });
  const [, provide, version] = agent?.steps ?? [];
  return { provide: provide?.result, version: version?.log, log, folder };
}

const text = "The downloaded package is not the gatehouse that compiled this pipeline.";

describe("gatehouse from the registry", () => {
  test("is the version that compiled the pipeline, without bundled packages or install scripts", async () => {
    const bytes = await packChanged((folder) => {
      const manifest = JSON.stringify({ ...own, scripts: { postinstall: "touch installed" } });
      writeFileSync(join(folder, "package.json"), manifest);
      mkdirSync(join(folder, "node_modules/keytar"), { recursive: true });
      writeFileSync(join(folder, "node_modules/keytar/index.js"), "throw new Error('taken')");
    });
    const { provide, version, folder } = await installFromRegistry(bytes);
    expect([provide, version]).toEqual(["Succeeded", "0.1.0"]);
    const there = join(folder, "Agent/_temp/gatehouse");
    expect(existsSync(join(there, "package/node_modules"))).toBe(false);
    const left = execFileSync("find", [folder, "-name", "installed"], { encoding: "utf8" });
    expect(left).toBe("");
  });

  test.each([
    ["a byte is added", (folder: string) => appendFileSync(join(folder, "dist/cli.js"), "\n")],
    ["a file is added", (folder: string) => writeFileSync(join(folder, "dist/more.js"), "")],
    [
      "a link is added",
      (folder: string) => execFileSync("ln", ["-s", "/dev/null", join(folder, "dist/more.js")]),
    ],
  ])("is rejected and does not run if %s", async (_, change) => {
    const { provide, version, log } = await installFromRegistry(await packChanged(change));
    expect([provide, version]).toEqual(["Failed", ""]);
    expect(log).toContain(text);
  });
});

describe("gatehouse from a URL", () => {
  async function installFromAddress(integrity: (right: string) => string) {
    const { source } = await packProgram();
    const bytes = readFileSync(source.slice("file:".length));
    const server = await openSecureServer((_, reply) => reply.end(bytes));
    const right = `sha512-${createHash("sha512").update(bytes).digest("base64")}`;
    const pin = { source: `${server.origin}/gatehouse.tgz`, integrity: integrity(right) };
    const { agent, log } = await runAgent(yaml, {
      settings: { gatehouse: pin },
      env: { CURL_CA_BUNDLE: server.certificate },
    });
    return { steps: agent?.steps.slice(1, 3).map(({ result }) => result), log };
  }

  test("is installed if its hash matches", async () => {
    const { steps } = await installFromAddress((right) => right);
    expect(steps).toEqual(["Succeeded", "Succeeded"]);
  });

  test("is not unpacked if its hash differs", async () => {
    const { steps, log } = await installFromAddress((right) =>
      right.replace(/-(.)/, (_, first) => (first === "A" ? "-B" : "-A")),
    );
    expect(steps).toEqual(["Failed", "Skipped"]);
    expect(log).toContain(text);
  });
});

describe("a variable that is set for all steps", () => {
  test("loads no code into gatehouse or its installer, and does not cause request logs", async () => {
    const folder = makeFolder("taken");
    const [program, seen] = [join(folder, "load.cjs"), join(folder, "seen")];
    writeFileSync(program, `require("node:fs").appendFileSync(${JSON.stringify(seen)}, "loaded");`);
    const { provide, version, log } = await installFromRegistry(await packChanged(() => {}), {
      NODE_OPTIONS: `--require=${program}`,
      NODE_DEBUG: "http,https,net,tls,module",
      NODE_V8_COVERAGE: join(folder, "coverage"),
      OPENSSL_CONF: join(folder, "none.cnf"),
    });
    expect([provide, version]).toEqual(["Succeeded", "0.1.0"]);
    expect(existsSync(seen)).toBe(false);
    expect(log).not.toMatch(/^(?:HTTP|HTTPS|NET|TLS|MODULE) \d+/m);
    expect(existsSync(join(folder, "coverage"))).toBe(false);
  });
});
