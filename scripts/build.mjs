// Builds dist/, or another folder: one small entry and lazy chunks, so that a command loads only what it needs.
// With --if-stale only where a source is newer than what an earlier build wrote; --analyze prints the sizes, and
// --metafile=FILE writes what esbuild says that each bundle is made of.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { chmod, copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { dirname, join, relative, resolve } from "node:path";
import { promisify } from "node:util";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [folder = "dist"] = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const outdir = resolve(root, folder);
/** What a build is made of; the packages by their lock file. */
const sources = [
  "src",
  "components",
  "flows",
  "emulator",
  "scripts/build.mjs",
  "scripts/esbuild-plugins.mjs",
  "scripts/embed-scripts.mjs",
  "scripts/notices.mjs",
  "scripts/licences",
  "CHANGELOG.md",
  "package.json",
  "package-lock.json",
  "tsconfig.json",
];
/** What manual pages are dated by while the changelog dates no version. */
const firstDay = "2026-11-23";
/** The file that a build writes last, with the hash of all others: a build that was cut off has none. */
const last = join(outdir, "integrity");

if (!process.argv.includes("--if-stale") || isStale()) await buildAll();

function isStale() {
  const built = timeOf(last);
  return sources.some((name) => newestIn(join(root, name)) > built);
}

/** A file that was taken away shows by its folder's time. */
function newestIn(path) {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return timeOf(path);
  const times = readdirSync(path).map((name) => newestIn(join(path, name)));
  return Math.max(timeOf(path), ...times);
}

function timeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

async function buildAll() {
  // Loaded here: a look at what is fresh costs no more than Node's start.
  const { build } = await import("esbuild");
  const { bundleOptions } = await import("./esbuild-plugins.mjs");
  const { writeNotices } = await import("./notices.mjs");
  const own = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  await rm(outdir, { recursive: true, force: true });
  const options = {
    ...bundleOptions,
    absWorkingDir: root,
    outdir,
    minify: true,
    metafile: true,
    define: {
      ...bundleOptions.define,
      GATEHOUSE_VERSION: JSON.stringify(own.version),
      GATEHOUSE_PACKAGE: JSON.stringify(own.name),
      GATEHOUSE_IS_PUBLISHED: String(own.private !== true),
      GATEHOUSE_BUGS: JSON.stringify(own.bugs.url),
    },
  };
  const helper = { "keychain-helper": "src/credentials/keychain/helper/helper.ts" };
  const program = await build({
    ...options,
    entryPoints: { cli: "src/cli.ts", ...helper },
    external: [...options.external, "./admit.js", "./firewall.js"],
  });
  // Built apart from the program, they load few files: what they share with it would be in many small ones.
  const admit = await build({ ...options, entryPoints: { admit: "src/admit.ts" } });
  const firewall = await build({ ...options, entryPoints: { firewall: "src/firewall.ts" } });
  await chmod(join(outdir, "cli.js"), 0o755);
  for (const name of ["starter-x64", "starter-arm64"]) {
    const starter = join(outdir, name);
    await copyFile(join(root, "src/firewall/sandbox/starter", name), starter);
    await chmod(starter, 0o755);
  }
  const starter = await build({
    absWorkingDir: root,
    entryPoints: ["src/firewall/sandbox/starter/starter-node.ts"],
    outfile: join(outdir, "starter-node.cjs"),
    bundle: true,
    minify: true,
    platform: "node",
    format: "cjs",
    metafile: true,
  });
  // `open` runs its own copy of xdg-open from beside itself; the bundle must bring it along.
  const { resolve: find } = createRequire(import.meta.url);
  await copyFile(join(dirname(find("open")), "xdg-open"), join(outdir, "xdg-open"));
  await chmod(join(outdir, "xdg-open"), 0o755);
  const metafiles = [program, admit, firewall, starter].map(({ metafile }) => metafile);
  await writeFile(join(outdir, "THIRD-PARTY-NOTICES.txt"), writeNotices(metafiles, root));
  await writeManual(own.version);
  await writeFile(last, `${hashTree()}\n`);
  const told = process.argv.find((argument) => argument.startsWith("--metafile="));
  if (told) await writeFile(told.slice("--metafile=".length), JSON.stringify(metafiles));
  if (process.argv.includes("--analyze")) for (const { outputs } of metafiles) printSizes(outputs);
}

/** A page a command, made by the program of its own definitions. */
async function writeManual(version) {
  const folder = join(outdir, "man");
  const edition = ["--release", version, "--date", await dayOf(version)];
  const program = [join(outdir, "cli.js"), "manual", ...edition];
  const { stdout } = await promisify(execFile)(process.execPath, program, { maxBuffer: 1e7 });
  await mkdir(folder);
  for (const [name, page] of Object.entries(JSON.parse(stdout))) {
    await writeFile(join(folder, name), page);
  }
}

/** As the changelog dates it: a build is the same bytes on each day. */
async function dayOf(version) {
  const changes = await readFile(join(root, "CHANGELOG.md"), "utf8").catch(() => "");
  const dated = /^## \[?([^\]\s]+)\]?\D+(\d{4}-\d{2}-\d{2})/gm;
  const days = [...changes.matchAll(dated)].map(([, name, day]) => ({ name, day }));
  return (days.find(({ name }) => name === version) ?? days[0])?.day ?? firstDay;
}

/** Of what `find . ! -type d ! -path ./integrity | LC_ALL=C sort | xargs sha512sum` prints, which pipelines compare. */
function hashTree() {
  const names = readdirSync(outdir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "integrity")
    .map((entry) => relative(outdir, join(entry.parentPath, entry.name)))
    .toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  const sum = (bytes) => createHash("sha512").update(bytes);
  const lines = names.map((name) => {
    const hex = sum(readFileSync(join(outdir, name))).digest("hex");
    return `${hex}  ./${name}\n`;
  });
  return `tree-sha512-${sum(lines.join("")).digest("base64")}`;
}

function printSizes(outputs) {
  for (const [file, { bytes }] of Object.entries(outputs)) console.log(bytes, file);
}
