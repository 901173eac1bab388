// Counts the requests of commands and compares the numbers with their targets. The numbers include
// polling and the requests of the forge's CLI.
import { build } from "esbuild";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleOptions } from "../esbuild-plugins.mjs";
import { timeRun } from "./programs.mjs";

const there = ["--host", "emulator", "--repo", "acme/control", "--json"];

const setUpOnly = ["demo", "--no-agent"];

/** Each command continues from the state that earlier commands left in the same home directory. */
const commands = (cli, appsOnly) => [
  { name: "setup with a defined scope", aim: 32, home: "described", args: [cli, ...setUpOnly] },
  { name: "the same setup again", aim: 8, home: "described", args: [cli, ...setUpOnly] },
  {
    name: "verify with a proof run",
    aim: 15,
    home: "described",
    args: [cli, "verify", ...there],
    // Both Apps are verified, but there is no review output yet, so the command may exit with 5
    // (incomplete).
    accepts: [0, 5],
  },
  { name: "status", home: "described", args: [cli, "status", ...there] },
  {
    name: "setup of only the Apps",
    aim: 22,
    home: "apps",
    args: [appsOnly, cli],
    accepts: [0, 5],
  },
];

/**
 * @returns one row per command: name, number of requests, how many returned 304, and the target
 *   number
 */
export async function countRequests({ root, home, cli, env }) {
  const counter = pathToFileURL(join(root, "scripts/bench/count-requests.mjs")).href;
  const appsOnly = join(root, ".cache/bench/apps-only.mjs");
  const entryPoints = [join(root, "scripts/bench/apps-only.ts")];
  const inOne = { splitting: false, absWorkingDir: root, entryPoints, outfile: appsOnly };
  await build({ ...bundleOptions, ...inOne });
  const rows = [];
  for (const { name, aim, home: own, ...command } of commands(cli, appsOnly)) {
    const folder = join(home, `requests-${own}`);
    mkdirSync(folder, { recursive: true });
    const file = join(folder, "requests");
    writeFileSync(file, "");
    const counting = { NODE_OPTIONS: `--import ${counter}`, BENCH_REQUESTS: file };
    try {
      await timeRun({ ...command, env: { ...env, ...counting, XDG_STATE_HOME: folder } });
      rows.push({ name, aim, ...sum(readFileSync(file, "utf8").trim().split("\n")) });
    } catch (error) {
      rows.push({ name, aim, failure: error.message.split("\n")[0] });
    }
  }
  return rows;
}

function sum(lines) {
  const counts = lines.map((line) => JSON.parse(line));
  const total = (name) => counts.reduce((all, each) => all + each[name], 0);
  return { requests: total("requests"), unchanged: total("unchanged") };
}

export function printRequests(rows) {
  console.log(
    `\n${"API requests".padEnd(36)}${"all".padStart(8)}${"304".padStart(8)}${"aim".padStart(8)}`,
  );
  for (const { name, requests, unchanged, aim, failure } of rows) {
    const numbers = [requests, unchanged, aim ?? ""]
      .map((each) => String(each).padStart(8))
      .join("");
    console.log(`  ${name.padEnd(34)}${failure ? `  failed: ${failure}` : numbers}`);
  }
}
