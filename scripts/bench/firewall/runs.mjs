// Measures complete runs of the firewall, compared with runs of Node alone and of bubblewrap alone.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

/**
 * Returns cases for `interleave`: the duration of `true`, and the time from SIGKILL until all
 * processes have exited.
 */
export function runsOf(home) {
  execFileSync(process.execPath, [join(root, "scripts/build.mjs")], { stdio: "inherit" });
  const [own, work] = ["own", "work"].map((name) => join(home, name));
  for (const folder of [own, work]) mkdirSync(folder);
  const env = { ...process.env, HOME: own, XDG_STATE_HOME: own, XDG_CONFIG_HOME: own };
  const options = { env, cwd: work };
  const inside = [
    "--ro-bind",
    "/",
    "/",
    "--unshare-net",
    "--unshare-pid",
    "--proc",
    "/proc",
    "--dev",
    "/dev",
  ];
  const bare = ["bwrap", "--die-with-parent", ...inside];
  const rules = ["--allow-domains", "bench.test"];
  const ours = [process.execPath, join(root, "dist/cli.js"), "firewall", ...rules, "--"];
  return [
    { name: "ours start", run: () => start([...ours, "true"], options) },
    { name: "node start", run: () => start([process.execPath, "-e", "0"], options) },
    { name: "bubblewrap start", run: () => start([...bare, "true"], options) },
    { name: "ours killed", run: () => kill([...ours, ...waits], options) },
    { name: "bubblewrap killed", run: () => kill([...bare, ...waits], options) },
  ];
}

async function start([program, ...args], options) {
  const began = performance.now();
  const child = spawn(program, args, { ...options, stdio: ["ignore", "ignore", "inherit"] });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`${program} exited with ${code}`);
  return { ms: performance.now() - began };
}

/** Four processes, one of them in a separate session. */
const waits = ["sh", "-c", "sleep 600 & setsid sleep 600 & echo runs; sleep 600; exit"];

/** All started processes keep the pipe open, so the pipe closes when the last one exits. */
async function kill([program, ...args], options) {
  const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  const began = performance.now();
  child.kill("SIGKILL");
  await once(child, "close");
  return { ms: performance.now() - began };
}
