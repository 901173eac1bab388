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
// The npm registry has Node for every system, and the download does not require root.
for (const node of missingNodes(join(root, ".cache/nodes"))) {
  console.log(`prepare-machine: downloading Node ${node.version} to .cache/nodes`);
  try {
    fetchNode(node);
  } catch (error) {
    console.error(`Could not download Node ${node.version} from the registry. ${error.message}`);
    process.exitCode = 1;
  }
}
const isFull = process.argv.includes("--full");
const [smallest, ...others] = enginesIn(join(root, ".cache/engines"));
const wanted = isFull ? [smallest, ...others] : [smallest];
for (const engine of wanted.filter((each) => !isFetched(each))) {
  console.log(`prepare-machine: downloading ${engine.package} to .cache/engines`);
  try {
    fetchEngine(engine);
  } catch (error) {
    console.error(`Could not download ${engine.package}. ${error.message}`);
    process.exitCode = 1;
  }
}
for (const bubblewrap of isFull ? missingBubblewraps(join(root, ".cache/bubblewrap")) : []) {
  console.log(`prepare-machine: building bubblewrap ${bubblewrap.version} in .cache/bubblewrap`);
  try {
    await buildBubblewrap(bubblewrap);
  } catch (error) {
    console.error(`Could not build bubblewrap ${bubblewrap.version}. ${error.message}`);
    process.exitCode = 1;
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
