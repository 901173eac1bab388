// Debian's package tool, asked without questions. What it says is shown only when it fails.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";

/** The Debian suite whose forge CLI is a static binary that also runs on the suites before it. */
const newerSuite = "trixie";

/** Installs packages; the package lists are refreshed only when it does not work without. */
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

/** The version that the machine's own suites offer of a package, or undefined. */
export function offeredVersion(name) {
  const { stdout } = run("apt-cache", ["policy", name]);
  return /Candidate: (?:\d+:)?(\d\S*)/.exec(stdout)?.[1];
}

/**
 * Unpacks a package of the newer suite into a folder. Apt works on folders of its own, so that the
 * machine's suites stay as they are; mirror and signing key are those of the machine's own sources.
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
    // The folder is ours alone; apt's own user could not write into it.
    "APT::Sandbox::User": "root",
  };
  return Object.entries(settings).flatMap(([name, value]) => ["-o", `${name}=${value}`]);
}

/** The machine's own source files that name a release of Debian, each with the release it names. */
function debianSources() {
  const known = () =>
    run("apt-get", [
      "indextargets",
      "--format",
      "$(SOURCESENTRY) $(CODENAME)",
      "Created-By: Packages",
      "Origin: Debian",
    ]).stdout;
  // Without package lists apt does not know yet whose its sources are.
  const lines = (known() || (refreshLists(), known())).trim().split("\n");
  const entries = lines.map((line) => /^(.+):\d+ (\w+)$/.exec(line)).filter(Boolean);
  const sources = new Map(entries.map(([, path, release]) => [path, { path, release }]));
  if (sources.size === 0) throw new Error("apt knows no source of Debian on this machine");
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
  return { ...done, said: `${command} ${args.join(" ")}\n${done.stdout}${done.stderr}` };
}

function succeed({ status, said }) {
  if (status !== 0) throw new Error(said);
}
