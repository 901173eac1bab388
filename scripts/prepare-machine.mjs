// Installs the external programs that tests use, and writes their paths to .cache/machine.json for
// test/system/machine.ts. Prints nothing if nothing is missing. With --full, also downloads the
// programs that only `npm run test:full` requires.
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildBubblewrap, missingBubblewraps } from "./machine/bubblewraps.mjs";
import { enginesIn, fetchEngine, isFetched } from "./machine/engines.mjs";
import { fetchNode, missingNodes } from "./machine/nodes.mjs";
import { findForgeCli, isNewEnough, parts } from "./machine/parts.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const record = join(root, ".cache/machine.json");
const fetchedCli = join(root, ".cache/gh");

if (!isRecordTrue()) {
  const missing = missingParts();
  if (missing.length > 0) await install(missing);
  const left = missingParts();
  if (left.length > 0) explain(left);
  else writeRecord();
}
const isFull = process.argv.includes("--full");
// The npm registry has Node for every system, and the download does not require root.
await provideAll(missingNodes(join(root, ".cache/nodes")), {
  text: ({ version }) => `download Node ${version} to .cache/nodes`,
  provide: fetchNode,
});
// The first engine is the smallest.
const engines = enginesIn(join(root, ".cache/engines")).slice(0, isFull ? undefined : 1);
await provideAll(
  engines.filter((engine) => !isFetched(engine)),
  { text: (engine) => `download ${engine.package} to .cache/engines`, provide: fetchEngine },
);
await provideAll(isFull ? missingBubblewraps(join(root, ".cache/bubblewrap")) : [], {
  text: ({ version }) => `build bubblewrap ${version} in .cache/bubblewrap`,
  provide: buildBubblewrap,
});

/**
 * Downloads or builds each program. An error does not stop the others.
 * @param text the action and its target, as an imperative
 */
async function provideAll(programs, { text, provide }) {
  for (const program of programs) {
    console.log(`prepare-machine: ${text(program)}`);
    try {
      await provide(program);
    } catch (error) {
      console.error(`Could not ${text(program)}. ${error.message}`);
      process.exitCode = 1;
    }
  }
}

/** Returns whether all paths that an earlier run recorded still exist. */
function isRecordTrue() {
  try {
    const { locale, ...paths } = JSON.parse(readFileSync(record, "utf8"));
    const names = parts.map(({ name }) => name).concat("gh");
    return names.every((name) => (name === "locale" ? locale : statSync(paths[name]).isFile()));
  } catch {
    return false;
  }
}

function forgeCli() {
  return findForgeCli(join(fetchedCli, "usr/bin/gh"));
}

function missingParts() {
  const missing = parts.filter(({ find }) => !find());
  return forgeCli() ? missing : [...missing, { name: "gh", package: "gh (2.25 or newer)" }];
}

async function install(missing) {
  if (process.platform !== "linux" || process.getuid?.() !== 0 || !isDebianLike()) return;
  const { installPackages, offeredVersion, unpackFromNewerSuite } =
    await import("./machine/apt.mjs");
  const packages = missing.filter(({ name }) => name !== "gh").map((part) => part.package);
  for (const name of packages) console.log(`prepare-machine: installing ${name}`);
  if (packages.length > 0) installPackages(packages);
  if (!missing.some(({ name }) => name === "gh")) return;
  if (isNewEnough(offeredVersion("gh") ?? "0.0")) {
    console.log("prepare-machine: installing gh");
    installPackages(["gh"]);
  } else {
    console.log("prepare-machine: downloading a newer gh to .cache/gh");
    unpackFromNewerSuite("gh", fetchedCli);
  }
}

function isDebianLike() {
  try {
    return /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readFileSync("/etc/os-release", "utf8"));
  } catch {
    return false;
  }
}

function writeRecord() {
  const found = parts.map(({ name, find }) => [name, find()]);
  mkdirSync(dirname(record), { recursive: true });
  const paths = { ...Object.fromEntries(found), gh: forgeCli() };
  writeFileSync(record, `${JSON.stringify(paths, null, 2)}\n`);
}

function explain(missing) {
  const names = missing.map((part) => part.package).join(", ");
  console.error(`The tests require programs that are not installed: ${names}.`);
  console.error("On Debian or Ubuntu, run as root: node scripts/prepare-machine.mjs");
  console.error("Elsewhere, install them with the system's package manager and put them on PATH.");
  process.exitCode = 1;
}
