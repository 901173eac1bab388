// Measures admission as a complete process and compares it with three others: a Node process that
// does nothing, one that only sends the request, and `gh`, which sends the same request to the same
// server.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const settings = {
  version: 1,
  targets: ["acme/api", "acme/infra"],
  mode: "review",
  destination: "control",
  caps: { repositories: 10, dispatches: 5 },
  packages: [],
};

/**
 * Starts an embedded forge in a separate process, and returns the cases to measure. `close` stops
 * the forge.
 */
export async function openAdmission({ root, home, cli, env }) {
  const folder = join(home, "step");
  mkdirSync(join(folder, ".forge"), { recursive: true });
  writeFileSync(join(folder, ".forge/control-plane.json"), JSON.stringify(settings));
  const args = [cli, "emulator", "--state", join(home, "admission/forge.json"), "--json"];
  const forge = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(forge.stdout, "data");
  const { origin, apiUrl, cliConfigDir } = JSON.parse(line);
  const { token } = JSON.parse(readFileSync(join(cliConfigDir, "hosts.json"), "utf8"))[
    new URL(origin).host
  ];
  const step = {
    ...env,
    FORGE_API_URL: apiUrl,
    FORGE_REPOSITORY: "acme/control",
    CP_FORGE_TOKEN: token,
    BENCH_ADDRESS: `${apiUrl}/rate_limit`,
  };
  const admit = { args: [cli, "admit"], cwd: folder };
  const rows = [
    { name: "node -e 0, again", args: ["-e", "0"], env },
    {
      name: "node, only the request",
      args: [join(root, "scripts/bench/bare-request.cjs")],
      env: step,
    },
    { name: "gatehouse admit", ...admit, env: step },
    {
      name: "gatehouse admit, active record",
      ...admit,
      env: { ...step, CP_FORGE_API_GATE: activeRecord() },
      accepts: [6],
    },
    {
      name: "gh api rate_limit",
      args: ["api", "rate_limit"],
      program: findGh(root),
      env: ghEnvironment(env, { home, origin, token }),
    },
  ];
  const close = async () => {
    forge.kill("SIGTERM");
    await once(forge, "exit");
  };
  return { rows, close };
}

function activeRecord() {
  const reset = Math.floor(Date.now() / 1000) + 3600;
  const reason = "forge-api-capacity-insufficient";
  return JSON.stringify({ version: 1, reason, limit: 5000, remaining: 0, reset });
}

/**
 * Returns the path of `gh` that is recorded for the tests; without a record, the path of the
 * machine's own `gh`.
 */
function findGh(root) {
  try {
    return JSON.parse(readFileSync(join(root, ".cache/machine.json"), "utf8")).gh;
  } catch {
    return "gh";
  }
}

/** Returns environment variables that make `gh` use the forge as its proxy. */
function ghEnvironment(env, { home, origin, token }) {
  const host = { GH_HOST: "github.localhost", GH_TOKEN: token, GH_NO_UPDATE_NOTIFIER: "1" };
  return { ...env, ...host, GH_CONFIG_DIR: join(home, "gh"), http_proxy: origin };
}
