// Admission as a whole process: against a Node that does nothing, one that makes the one request, and the real forge CLI
// that asks the same server the same thing.
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

/** An embedded forge in a process of its own, and what to time on it. `close` ends it. */
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
      name: "node, the request alone",
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

/** Where the tests have found it; a machine that was never prepared has its own. */
function findGh(root) {
  try {
    return JSON.parse(readFileSync(join(root, ".cache/machine.json"), "utf8")).gh;
  } catch {
    return "gh";
  }
}

/** It believes that the forge is its proxy. */
function ghEnvironment(env, { home, origin, token }) {
  const host = { GH_HOST: "github.localhost", GH_TOKEN: token, GH_NO_UPDATE_NOTIFIER: "1" };
  return { ...env, ...host, GH_CONFIG_DIR: join(home, "gh"), http_proxy: origin };
}
