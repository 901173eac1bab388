// Runs Debian's package manager without prompts. Its output is shown only if it fails.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

/** The Debian suite whose `gh` is a static binary, which also runs on older suites. */
const newerSuite = "trixie";

/** Installs packages. The package lists are refreshed only if the first attempt fails. */
export function installPackages(packages) {
  const install = () =>
    apt([
      "install",
      "--yes",
      "--no-install-recommends",
      "-o",
      "DPkg::Lock::Timeout=300",
      ...packages,
    ]);
  if (install().status === 0) return;
  refreshLists();
  succeed(install());
}

/** Returns the version of a package in the machine's own suites, or undefined if there is none. */
export function offeredVersion(name) {
  const { stdout } = run("apt-cache", ["policy", name]);
  return /Candidate: (?:\d+:)?(\d\S*)/.exec(stdout)?.[1];
}

/**
 * Unpacks a package from the newer suite into a folder. apt uses separate folders, so the machine's
 * own suites do not change. The mirror and the signing key are those of the machine.
 */
export function unpackFromNewerSuite(name, folder) {
  const home = mkdtempSync(join(tmpdir(), "gatehouse-apt-"));
  try {
    const settings = privateApt(home);
    succeed(apt([...settings, "update"]));
    succeed(apt([...settings, "download", `${name}/${newerSuite}`], { cwd: home }));
    const archive = readdirSync(home).find((file) => file.endsWith(".deb"));
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(dirname(folder), { recursive: true });
    succeed(run("dpkg", ["-x", join(home, archive), folder]));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function privateApt(home) {
  for (const folder of ["sources", "lists/partial", "cache/archives/partial"]) {
    mkdirSync(join(home, folder), { recursive: true });
  }
  for (const { path, release } of debianSources()) {
    const text = readFileSync(path, "utf8").replaceAll(release, newerSuite);
    writeFileSync(join(home, "sources", basename(path)), text);
  }
  const settings = {
    "Dir::Etc::sourcelist": "/dev/null",
    "Dir::Etc::sourceparts": join(home, "sources"),
    "Dir::State::lists": join(home, "lists"),
    "Dir::Cache": join(home, "cache"),
    "Acquire::Languages": "none",
    // Keeps apt from switching to its own user, which could not write to this folder.
    "APT::Sandbox::User": "root",
  };
  return Object.entries(settings).flatMap(([name, value]) => ["-o", `${name}=${value}`]);
}

/** Returns the apt source files for Debian on this machine, each with its release. */
function debianSources() {
  const known = () =>
    run("apt-get", [
      "indextargets",
      "--format",
      "$(SOURCESENTRY) $(CODENAME)",
      "Created-By: Packages",
      "Origin: Debian",
    ]).stdout;
  // Without package lists, apt does not know the origins of its sources.
  const lines = (known() || (refreshLists(), known())).trim().split("\n");
  const entries = lines.map((line) => /^(.+):\d+ (\w+)$/.exec(line)).filter(Boolean);
  const sources = new Map(entries.map(([, path, release]) => [path, { path, release }]));
  if (sources.size === 0) throw new Error("no Debian source configured in apt");
  return [...sources.values()];
}

function refreshLists() {
  succeed(apt(["update"]));
}

function apt(args, options) {
  return run("apt-get", ["-qq", "-o", "Acquire::Retries=3", ...args], options);
}

function run(command, args, options) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", LC_ALL: "C" };
  const stdio = ["ignore", "pipe", "pipe"];
  const done = spawnSync(command, args, { encoding: "utf8", env, stdio, ...options });
  if (done.error) throw done.error;
  return { ...done, output: `${command} ${args.join(" ")}\n${done.stdout}${done.stderr}` };
}

function succeed({ status, output }) {
  if (status !== 0) throw new Error(output);
}
