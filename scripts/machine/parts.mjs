// The external programs that tests use, and how to detect them on this machine.
import { spawnSync } from "node:child_process";
import { accessSync, constants, readdirSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The first version of `gh` with the variable and ruleset commands that gatehouse uses. */
const oldestForgeCli = [2, 25];

/**
 * The external programs. Each has a name in .cache/machine.json, a function that finds it, and the
 * Debian package that contains it.
 */
export const parts = [
  {
    name: "chromium",
    find: () => command("chromium", "chromium-browser", "google-chrome"),
    package: "chromium",
  },
  { name: "curl", find: () => command("curl"), package: "curl" },
  { name: "strace", find: () => command("strace"), package: "strace" },
  { name: "dbusRunSession", find: () => command("dbus-run-session"), package: "dbus" },
  { name: "dbusTestTool", find: () => command("dbus-test-tool"), package: "dbus-tests" },
  {
    name: "gnomeKeyringDaemon",
    find: () => command("gnome-keyring-daemon"),
    package: "gnome-keyring",
  },
  { name: "libsecret", find: () => library("libsecret-1.so.0"), package: "libsecret-1-0" },
  { name: "locale", find: utf8Locale, package: "libc-bin" },
  { name: "python", find: pythonWithForgeClient, package: "python3-github" },
  { name: "bwrap", find: () => command("bwrap"), package: "bubblewrap" },
  { name: "podman", find: () => command("podman"), package: "podman" },
  { name: "runc", find: () => command("runc"), package: "runc" },
  { name: "sudo", find: () => command("sudo"), package: "sudo" },
  { name: "shellcheck", find: () => command("shellcheck"), package: "shellcheck" },
  ...["bash", "zsh", "fish", "mandoc"].map((name) => ({
    name,
    find: () => command(name),
    package: name,
  })),
  { name: "wget", find: () => command("wget"), package: "wget" },
  { name: "nghttp", find: () => command("nghttp"), package: "nghttp2-client" },
  { name: "grpcPython", find: () => pythonWith("grpc"), package: "python3-grpcio" },
  { name: "requestsPython", find: () => pythonWith("requests"), package: "python3-requests" },
  { name: "gcc", find: () => command("x86_64-linux-gnu-gcc"), package: "gcc" },
  {
    name: "gccArm64",
    find: () => command("aarch64-linux-gnu-gcc"),
    package: "gcc-aarch64-linux-gnu",
  },
  {
    name: "headersArm64",
    find: () => ["/usr/aarch64-linux-gnu/include/errno.h"].find(isReadable),
    package: "libc6-dev-arm64-cross",
  },
];

/** Returns the path of a sufficiently new `gh`: a downloaded one, or the machine's own. */
export function findForgeCli(fetched) {
  return [fetched, command("gh")].find((path) => path && isNewEnough(versionOf(path)));
}

/** @param version "2.46.0", optionally with a packager's suffix */
export function isNewEnough(version) {
  const [major, minor] = version.split(".").map((part) => Number.parseInt(part, 10));
  const [oldestMajor, oldestMinor] = oldestForgeCli;
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

function versionOf(path) {
  const { stdout } = spawnSync(path, ["--version"], { encoding: "utf8" });
  return /version (\S+)/.exec(stdout ?? "")?.[1] ?? "0.0";
}

function command(...names) {
  return commands(...names)[0];
}

function commands(...names) {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).filter(isExecutable);
}

/** Finds the Python installation that has the package, because a machine may have several. */
function pythonWithForgeClient() {
  return pythonWith("github, requests");
}

function pythonWith(modules) {
  return commands("python3").find(
    (path) => spawnSync(path, ["-c", `import ${modules}`]).status === 0,
  );
}

function library(name) {
  const below = (folder) => listing(folder).map((entry) => join(folder, entry));
  const folders = ["/usr/lib", "/usr/lib64", "/lib64", ...below("/usr/lib")];
  return folders.map((folder) => join(folder, name)).find(isReadable);
}

function utf8Locale() {
  const { stdout } = spawnSync("locale", ["-a"], { encoding: "utf8" });
  return /^C\.utf-?8$/im.test(stdout ?? "") ? "C.UTF-8" : undefined;
}

const listing = (folder) => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};
const isReadable = (path) => can(path, constants.R_OK);
const isExecutable = (path) => can(path, constants.X_OK);

function can(path, mode) {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}
