// Compares gatehouse with minimal Node and Ink programs. The results are ratios, so that they are
// comparable between machines. The benchmark never fails because a program is slow.
//
// - `npm run bench -- 5`: everything except the firewall, five rounds
// - `npm run bench -- firewall 5`: the firewall, five rounds
// - `npm run bench -- admission`: the gate
// - `npm run bench -- precompute`: reading the targets of a run
// - `npm run bench -- compile`: the compiler
// - `npm run bench -- prove`: proofs about a thousand rules
// - `npm run bench -- requests`: the number of API requests that commands send
import { build } from "esbuild";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { openAdmission } from "./bench/admission.mjs";
import { benchCompile } from "./bench/compile.mjs";
import { benchFirewall } from "./bench/firewall/firewall.mjs";
import { interleave, median } from "./bench/interleave.mjs";
import { benchPrecompute, printPrecompute } from "./bench/precompute.mjs";
import { benchProve } from "./bench/prove.mjs";
import { timeInTerminal, timeRun } from "./bench/programs.mjs";
import { countRequests, printRequests } from "./bench/requests.mjs";
import { bundleOptions } from "./esbuild-plugins.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const parts = { firewall: 5, precompute: 5, admission: 15, compile: 15, prove: 15, requests: 1 };
const part = Object.keys(parts).find((name) => name === process.argv[2]);
const rounds = Number(process.argv[part ? 3 : 2] ?? parts[part] ?? 15);
const home = mkdtempSync(join(tmpdir(), "gatehouse-bench-"));
const cli = join(root, "dist/cli.js");
const bare = (name) => join(root, ".cache/bench", `${name}.js`);
const facts = join(home, "facts.json");

/** Complete runs, compared with a Node process that does nothing. */
const runs = [
  { name: "node -e 0", args: ["-e", "0"] },
  { name: "gatehouse --version", args: [cli, "--version"] },
  { name: "gatehouse --help", args: [cli, "--help"] },
  { name: "gatehouse profile", args: [cli, "profile", "--facts", facts, "--json"] },
  {
    name: "gatehouse status, embedded forge",
    args: [cli, "status", "--host", "emulator", "--repo", "acme/control", "--json"],
    // No control plane is set up on this forge, so the command may exit with 5 (incomplete).
    accepts: [0, 5],
  },
  { name: "gatehouse verify --help", args: [cli, "verify", "--help"] },
  {
    name: "gatehouse verify, embedded forge",
    args: [cli, "verify", "--host", "emulator", "--repo", "acme/control", "--no-run", "--json"],
    accepts: [0, 5],
  },
];

/** Waiting times in a terminal, compared with an Ink program that does nothing. */
const down = "\u001B[B";
const up = "\u001B[A";
const screens = [
  { name: "bare Ink", args: [bare("bare-ink")], ready: /ready/ },
  { name: "bare Ink with keys", args: [bare("bare-keys")], ready: /ready 0/, keys: ["x"] },
  { name: "gatehouse setup", args: [cli, "setup", "--host", "emulator"], ready: /set up emulator/ },
];

/**
 * The first question appears after the forge has responded. Key presses before that have no effect.
 */
const questions = [
  {
    name: "gatehouse setup, first question",
    args: [cli, "setup", "--host", "emulator"],
    ready: /Which repository/,
    keys: [down, up],
  },
];

try {
  if (part === "firewall") await benchFirewall(rounds);
  else if (part === "precompute") await benchTargets();
  else if (part === "admission") await benchAdmission();
  else if (part === "compile") await benchCompiler();
  else if (part === "prove") await benchProofs();
  else if (part === "requests") await benchRequests();
  else await benchAll();
} finally {
  rmSync(home, { recursive: true, force: true });
}

async function benchAll() {
  await prepare();
  const env = environment();
  const admission = await openAdmission({ root, home, cli, env });
  const cases = [
    ...runs.map((one) => ({ name: one.name, run: () => timeRun({ ...one, env }) })),
    ...[...screens, ...questions].map((one) => ({
      name: one.name,
      run: () => timeInTerminal({ ...one, env }),
    })),
    ...admissionCases(admission),
  ];
  const times = await timeAll(cases, admission);
  const rowsOf = (list, metric) => list.map(({ name }) => readRow(times, name, metric));
  print("Complete run, ms", rowsOf(runs, "exit"));
  printAdmission(times, admission);
  const [ink, inkWithKeys, ...wizards] = screens;
  print("First output, ms", [readRow(times, runs[0].name, "exit"), ...rowsOf(wizards, "first")]);
  print("First frame, ms", rowsOf([ink, ...wizards, ...questions], "frame"));
  print("Key press to frame, ms", rowsOf([inkWithKeys, ...questions], "key"));
  printRequests(await countRequests({ root, home, cli, env }));
  printPrecompute(await benchPrecompute({ cli, home, env, rounds: Math.min(rounds, 5) }));
  await printCompiler();
  await printProofs();
}

async function benchTargets() {
  await prepare();
  printPrecompute(await benchPrecompute({ cli, home, env: environment(), rounds }));
}

async function benchAdmission() {
  await prepare();
  const admission = await openAdmission({ root, home, cli, env: environment() });
  printAdmission(await timeAll(admissionCases(admission), admission), admission);
}

async function benchRequests() {
  await prepare();
  printRequests(await countRequests({ root, home, cli, env: environment() }));
}

async function benchCompiler() {
  await prepare();
  await printCompiler();
}

async function benchProofs() {
  await prepare();
  await printProofs();
}

async function printProofs() {
  const options = { home, cli, env: environment(), rounds: Math.min(rounds, 5) };
  print("Prove 1000 rules, complete run, ms", await benchProve(options));
}

async function printCompiler() {
  const { cold, many, saved } = await benchCompile({ root, home, cli, env: environment(), rounds });
  print("Compile, complete run, ms", cold);
  print("Compile 1000 definitions, ms", many);
  print("Compile again with --watch, ms", saved);
}

function admissionCases({ rows }) {
  return rows.map((one) => ({ name: one.name, run: () => timeRun(one) }));
}

function printAdmission(times, { rows }) {
  const read = rows.map(({ name }) => readRow(times, name, "exit"));
  print("Admission, complete run, ms", read);
}

async function timeAll(cases, admission) {
  try {
    return await interleave(cases, rounds);
  } finally {
    await admission.close();
  }
}

/** Builds the measured programs, so that the results apply to the current code. */
async function prepare() {
  execFileSync(process.execPath, [join(root, "scripts/build.mjs")], { stdio: "inherit" });
  const entryPoints = ["bare-ink", "bare-keys"].map((name) => `scripts/bench/${name}.jsx`);
  const outdir = ".cache/bench";
  const options = { ...bundleOptions, jsx: "automatic", minify: true, absWorkingDir: root };
  await build({ ...options, entryPoints, outdir });
  writeFileSync(
    facts,
    JSON.stringify({
      targets: ["private"],
      mode: "live",
      destination: "target",
      appInstallable: true,
      patEligible: false,
      owners: ["acme"],
      requiredApis: ["contents"],
    }),
  );
}

/**
 * Returns an environment with a separate home directory and without variables that stop Ink from
 * drawing.
 */
function environment() {
  const { CI: _ci, CONTINUOUS_INTEGRATION: _integration, NO_COLOR: _color, ...own } = process.env;
  const folders = { HOME: home, XDG_STATE_HOME: home, XDG_CONFIG_HOME: home };
  return { ...own, ...folders, TERM: "xterm-256color", LANG: "C.UTF-8" };
}

function readRow(times, name, metric) {
  const { samples, failure } = times.get(name);
  return failure ? { name, failure } : { name, value: median(samples[metric]) };
}

/** Prints the rows with their ratios to the first row. */
function print(title, rows) {
  const least = rows[0].value;
  console.log(`\n${title.padEnd(36)}${"median".padStart(8)}${"ratio".padStart(8)}`);
  for (const { name, value, failure } of rows) {
    const digits = value < 20 ? 1 : 0;
    const numbers = failure
      ? `  failed: ${failure}`
      : value.toFixed(digits).padStart(8) + (value / least).toFixed(2).padStart(8);
    console.log(`  ${name.padEnd(34)}${numbers}`);
  }
}
