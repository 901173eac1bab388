import { existsSync, lstatSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { resolveOutside } from "../../shared/program-path.ts";
import { isWithin } from "../../shared/is-within.ts";
import type { Mount } from "./mount.ts";
import { bind } from "./mount.ts";
import type { PrivateLocations } from "./private-locations.ts";
import { privateLocations } from "./private-locations.ts";
import { realOr } from "../../shared/real-or.ts";

/**
 * Directories of version managers. Their programs are shims, which search the complete directory
 * for the real program.
 */
const managers = [
  ".pyenv",
  ".rustup",
  ".nvm",
  ".fnm",
  ".volta",
  ".sdkman",
  ".rbenv",
  ".nodenv",
  ".goenv",
  ".jenv",
  ".asdf",
  ".bun",
  ".deno",
  ".local/share/mise",
  ".local/share/fnm",
  ".local/share/pnpm",
  ".local/share/uv/python",
  ".local/share/uv/tools",
];
/**
 * Directories in a home directory that also contain accounts, keys and data. Only their `bin`
 * directory is shown.
 */
const personal = [".local", ".cargo", ".config", "go"];
/**
 * Paths that identify a distribution (a JDK, Go, conda, Google Cloud SDK, Maven) whose programs
 * need its complete directory.
 */
const markers = [
  "lib/modules",
  "jre/lib",
  "pkg/tool",
  "conda-meta",
  "lib/googlecloudsdk",
  "conf/toolchains.xml",
];
const libraries = ["lib", "lib32", "lib64", "libexec"];
/** Homebrew's `bin` links to Cellar and opt; Python finds its modules through pyvenv.cfg. */
const besidePrograms = [...libraries, "sbin", "include", "share", "Cellar", "opt", "pyvenv.cfg"];
const ofSystem = [
  "/usr",
  "/bin",
  "/sbin",
  "/lib",
  "/opt",
  "/etc",
  "/nix/store",
  "/gnu/store",
  "/snap",
];

export interface ToolFolderOptions {
  readonly home: string;
  /** See `writableLocations`. */
  readonly writable: readonly string[];
  /** Content of /etc/passwd. */
  readonly passwd?: string;
}

/**
 * Returns the directories to mount so that the programs on PATH can run. If a PATH entry is a link,
 * its target is included, too. If the entry is the `bin` directory of an installation, the
 * libraries next to it are included. If the entry belongs to a version manager, the complete
 * manager is included.
 *
 * Entries that depend on a location that the command can write to are omitted. Entries that the
 * command must not see are omitted, too.
 */
export function toolFolders(path: string, options: ToolFolderOptions): readonly Mount[] {
  const entries = path.split(":").filter((each) => each.startsWith("/"));
  let hidden: PrivateLocations | undefined;
  // Determined on demand, because on most machines all programs are in the system's directories.
  const hide = () => (hidden ??= privateLocations(options.home, options.passwd));
  const found = entries.flatMap((entry) => findTools(entry, options, hide));
  return [...new Map(found.map((mount) => [mount.target, mount])).values()];
}

function findTools(
  entry: string,
  options: ToolFolderOptions,
  hide: () => PrivateLocations,
): readonly Mount[] {
  const real = resolveDirectory(entry, options.writable);
  if (real === undefined) return [];
  const folders = [...new Set([resolve(entry), real])].filter((folder) => !isOfSystem(folder));
  if (folders.length === 0) return [];
  const shown = { ...options, hidden: hide() };
  const show = (candidates: readonly string[]) => showFirst(candidates, shown);
  const managersBeside = [
    ...(real.includes("/.cargo/") || entry.includes("/.cargo/") ? [".rustup"] : []),
    // Tools that uv installed run on Python versions that uv also installed. Their common parent
    // directory also contains accounts, so it is not shown.
    ...(real.includes("/uv/tools/") || entry.includes("/uv/tools/")
      ? [".local/share/uv/python"]
      : []),
  ];
  return [
    ...folders.flatMap((folder) => installationFolders(folder, shown)),
    ...managersBeside.flatMap((name) => show([join(options.home, name)])),
  ];
}

export interface ShowOptions extends ToolFolderOptions {
  readonly hidden: PrivateLocations;
}

/** Returns the directories to mount so that the programs in a directory can run. */
export function installationFolders(folder: string, options: ShowOptions): readonly Mount[] {
  const candidates = directoriesFor(folder, options.home, options.hidden);
  return candidates.flatMap((each) => showFirst(each, options));
}

export function isOfSystem(folder: string): boolean {
  return ofSystem.some((location) => isWithin(folder, location));
}

function resolveDirectory(path: string, writable: readonly string[]): string | undefined {
  const real = resolveOutside(path, writable);
  return real !== undefined && kindOf(real)?.isDirectory() ? real : undefined;
}

/** Resolves a directory, or a regular file such as pyvenv.cfg. */
function resolveShown(path: string, writable: readonly string[]): string | undefined {
  const real = resolveOutside(path, writable);
  const kind = real === undefined ? undefined : kindOf(real);
  return kind?.isDirectory() || kind?.isFile() ? real : undefined;
}

function kindOf(path: string) {
  return lstatSync(path, { throwIfNoEntry: false });
}

/**
 * Returns the complete directory of a version manager or distribution. For other installations,
 * returns only the directories that programs need, because the rest can be a project with settings
 * and keys.
 * @returns lists of candidates; in each list, the first directory that may be shown is mounted
 */
function directoriesFor(
  folder: string,
  home: string,
  hidden: PrivateLocations,
): readonly (readonly string[])[] {
  const manager = findManager(folder, home);
  if (manager !== undefined) return [[manager]];
  const parent = dirname(folder);
  const isPersonal =
    hidden.isHome(parent) ||
    (personal.includes(basename(parent)) && hidden.isHome(dirname(parent)));
  if (basename(folder) !== "bin" || isPersonal) return [[folder]];
  // Does not follow a link out of the installation, because other programs may have changed it.
  const has = (name: string) =>
    isWithin(realOr(join(parent, name)), realOr(parent)) && existsSync(join(parent, name));
  if (markers.some(has)) return [[parent, folder]];
  if (!libraries.some(has)) return [[folder]];
  return [[folder], ...besidePrograms.filter(has).map((name) => [join(parent, name)])];
}

/** Returns the directory of the version manager that contains a directory. */
export function findManager(folder: string, home: string): string | undefined {
  return [home, realOr(home)]
    .flatMap((each) => managers.map((name) => join(each, name)))
    .find((each) => isWithin(folder, each));
}

/** Returns a mount of the first candidate that the command is allowed to see. */
export function showFirst(
  candidates: readonly string[],
  { writable, hidden }: ShowOptions,
): readonly Mount[] {
  for (const target of candidates) {
    const source = resolveShown(target, writable);
    if (source === undefined || hidden.covers(source) || hidden.reserves(target)) continue;
    // Uses the resolved path, so that the runtime does not follow a link when it mounts the
    // directory.
    return [bind(source, target)];
  }
  return [];
}
