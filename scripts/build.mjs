// Builds dist/ or another folder: a small entry and lazy chunks, so that a command loads only the
// code that it needs.
//
// - `--if-stale` builds only if a source is newer than the last build.
// - `--analyze` prints the sizes.
// - `--metafile=FILE` writes esbuild's metadata about the contents of each bundle.
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
/** Sources of a build. Packages are represented by their lock file. */
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
/** Date of the manual pages until the changelog contains a date. */
const firstDay = "2026-11-23";
/**
 * The file that is written last and contains the hash of all other files. An interrupted build does
 * not contain this file.
 */
const last = join(outdir, "integrity");

if (!process.argv.includes("--if-stale") || isStale()) await buildAll();

function isStale() {
  const built = timeOf(last);
  return sources.some((name) => newestIn(join(root, name)) > built);
}

/**
 * Returns the newest modification time of a path and its contents. Deleting a file changes the
 * modification time of its folder.
 */
function newestIn(path) {
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return timeOf(path);
  const times = readdirSync(path).map((name) => newestIn(join(path, name)));
  return Math.max(timeOf(path), ...times);
}

function timeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

async function buildAll() {
  // Imported only for a build, so that a check for a stale build takes no longer than starting
  // Node.
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
  // A separate bundle loads only a few files. If it shared code with the program, that code would
  // be split into many small files.
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
  // `open` runs the copy of xdg-open in the folder of its own file. In a bundle, this is the output
  // folder.
  const { resolve: find } = createRequire(import.meta.url);
  await copyFile(join(dirname(find("open")), "xdg-open"), join(outdir, "xdg-open"));
  await chmod(join(outdir, "xdg-open"), 0o755);
  const metafiles = [program, admit, firewall, starter].map(({ metafile }) => metafile);
  await writeFile(join(outdir, "THIRD-PARTY-NOTICES.txt"), writeNotices(metafiles, root));
  await writeManual(own.version);
  await writeFile(last, `${hashTree()}\n`);
  const metafileOption = process.argv.find((argument) => argument.startsWith("--metafile="));
  if (metafileOption)
    await writeFile(metafileOption.slice("--metafile=".length), JSON.stringify(metafiles));
  if (process.argv.includes("--analyze")) for (const { outputs } of metafiles) printSizes(outputs);
}

/**
 * Writes a manual page for each command. The built program generates the pages from its command
 * definitions.
 */
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

/** Returns the date in the changelog, so that a build does not depend on the current date. */
async function dayOf(version) {
  const changes = await readFile(join(root, "CHANGELOG.md"), "utf8").catch(() => "");
  const dated = /^## \[?([^\]\s]+)\]?\D+(\d{4}-\d{2}-\d{2})/gm;
  const days = [...changes.matchAll(dated)].map(([, name, day]) => ({ name, day }));
  return (days.find(({ name }) => name === version) ?? days[0])?.day ?? firstDay;
}

/**
 * Returns the hash that pipelines compare: the hash of the output of `find . ! -type d ! -path
 * ./integrity | LC_ALL=C sort | xargs sha512sum`.
 */
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
