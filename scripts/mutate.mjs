// Makes small changes to the sources, one at a time, and lists changes that the unit tests do not
// detect.
//
// Usage: npm run mutate -- [--near] plane/exposed flows/rotate src/shared/redact.ts
//
// With --near, only tests of the same room run. This takes minutes instead of hours, but evaluates
// only those tests.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const report = join(root, ".cache/mutation/report.json");
const stryker = join(root, "node_modules/@stryker-mutator/core/bin/stryker.js");

const isNear = process.argv.includes("--near");
const wanted = process.argv.slice(2).filter((argument) => argument !== "--near");
const standard = ["flows", "src/plane", "src/run", "src/credentials"];
const places = (wanted.length > 0 ? wanted : standard).map(find);

const patterns = places.flatMap((place) =>
  isFolder(place) ? [`${place}/**/*.ts`, `${place}/**/*.tsx`] : [place],
);
const { status } = spawnSync(process.execPath, [stryker, "run", "--mutate", patterns.join()], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, ...(isNear && { MUTATE_NEAR: places.map(roomOf).join() }) },
});
if (status === 0) printOutcome();
else process.exitCode = status ?? 1;

/** Resolves a path that is relative to the root or to src. */
function find(name) {
  const found = [name, join("src", name)].find((path) => existsSync(join(root, path)));
  if (!found) throw new Error(`Not found at the root or in src: ${name}`);
  return relative(root, join(root, found));
}

/**
 * Returns the folder in `test` for a source: `plane/exposed` for `src/plane/exposed/search.ts`,
 * `shared` for `src/shared/secret.ts`.
 */
function roomOf(path) {
  const [top, below = ""] = path.replace(/^src\//, "").split("/");
  return [join(top, below), top].find((name) => isFolder(join("test", name))) ?? top;
}

function isFolder(path) {
  return statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Prints each undetected change, then a summary line for each folder. */
function printOutcome() {
  const { files } = JSON.parse(readFileSync(report, "utf8"));
  const folders = new Map();
  // The report also contains files from earlier runs, so other files are skipped.
  const isWanted = (path) => places.some((place) => path === place || path.startsWith(`${place}/`));
  for (const path of Object.keys(files).filter(isWanted).toSorted()) {
    const file = files[path];
    const counts = folders.get(dirname(path)) ?? {};
    folders.set(dirname(path), counts);
    for (const mutant of file.mutants) {
      counts[mutant.status] = (counts[mutant.status] ?? 0) + 1;
      if (["Survived", "NoCoverage"].includes(mutant.status)) printMutant(path, file, mutant);
    }
  }
  console.log("\nfolder: score, killed + timeout, survived, not reached, ignored");
  for (const [folder, counts] of folders) console.log(formatCounts(folder, counts));
}

function printMutant(path, { source }, { location, replacement, status }) {
  const { start, end } = location;
  const lines = source.split("\n").slice(start.line - 1, end.line);
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column - 1);
  lines[0] = lines[0].slice(start.column - 1);
  const mark = status === "NoCoverage" ? " (not reached)" : "";
  console.log(`${path}:${start.line}${mark}  ${inOneLine(lines)}  ->  ${inOneLine([replacement])}`);
}

function inOneLine(lines) {
  const text = lines.join(" ").replaceAll(/\s+/g, " ");
  return text.length > 110 ? `${text.slice(0, 107)}...` : text;
}

function formatCounts(folder, counts) {
  const { Killed = 0, Timeout = 0, Survived = 0, NoCoverage = 0, Ignored = 0 } = counts;
  const noticed = Killed + Timeout;
  const all = noticed + Survived + NoCoverage;
  const score = all > 0 ? `${((100 * noticed) / all).toFixed(1)} %` : "no mutants";
  return `${folder}: ${score}, ${Killed} + ${Timeout}, ${Survived}, ${NoCoverage}, ${Ignored}`;
}
