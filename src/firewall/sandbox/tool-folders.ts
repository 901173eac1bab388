import { existsSync, lstatSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { resolveOutside } from "../../shared/program-path.ts";
import { isWithin } from "../../shared/is-within.ts";
import type { Mount } from "./mount.ts";
import { bind } from "./mount.ts";
import type { PrivateLocations } from "./private-locations.ts";
import { privateLocations } from "./private-locations.ts";
import { realOr } from "../../shared/real-or.ts";

/** Version managers: their programs are small ones that look for the real one in the folder as a whole. */
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
/** People keep more than programs in these directories of a home: accounts, keys, data. Only their `bin` is shown. */
const personal = [".local", ".cargo", ".config", "go"];
/** What only a distribution has whose programs need all of it: a JDK, Go, conda, Google's SDK, Maven. */
const markers = [
  "lib/modules",
  "jre/lib",
  "pkg/tool",
  "conda-meta",
  "lib/googlecloudsdk",
  "conf/toolchains.xml",
];
const libraries = ["lib", "lib32", "lib64", "libexec"];
/** Cellar and opt are Homebrew's, to which its `bin` links; pyvenv.cfg leads a Python to its modules. */
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
  /** Text of /etc/passwd. */
  readonly passwd?: string;
}

/**
 * Directories to bind so that the programs on PATH run: the entry itself; if it is the `bin` of an installation, what
 * programs need beside it; if it belongs to a version manager, all of that. The target of a link is bound as well.
 * An entry that depends on what the command can write to is left out, and so is what the command must not see.
 */
export function toolFolders(path: string, options: ToolFolderOptions): readonly Mount[] {
  const entries = path.split(":").filter((each) => each.startsWith("/"));
  let hidden: PrivateLocations | undefined;
  // Most machines have their programs in the system's directories only.
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
  const hidden = hide();
  const show = (candidates: readonly string[]) => showFirst(candidates, { ...options, hidden });
  const managersBeside = [
    ...(real.includes("/.cargo/") || entry.includes("/.cargo/") ? [".rustup"] : []),
    // The tools of uv run on its Pythons; beside both it keeps accounts.
    ...(real.includes("/uv/tools/") || entry.includes("/uv/tools/")
      ? [".local/share/uv/python"]
      : []),
  ];
  return [
    ...folders.flatMap((folder) => directoriesFor(folder, options.home, hidden).flatMap(show)),
    ...managersBeside.flatMap((name) => show([join(options.home, name)])),
  ];
}

function isOfSystem(folder: string): boolean {
  return ofSystem.some((place) => isWithin(folder, place));
}

function resolveDirectory(path: string, writable: readonly string[]): string | undefined {
  const real = resolveOutside(path, writable);
  return real !== undefined && kindOf(real)?.isDirectory() ? real : undefined;
}

/** A directory, or a regular file such as pyvenv.cfg. */
function resolveShown(path: string, writable: readonly string[]): string | undefined {
  const real = resolveOutside(path, writable);
  const kind = real === undefined ? undefined : kindOf(real);
  return kind?.isDirectory() || kind?.isFile() ? real : undefined;
}

function kindOf(path: string) {
  return lstatSync(path, { throwIfNoEntry: false });
}

/**
 * All of a version manager or a distribution; of another installation the directories that programs need, because it can
 * be a project with settings and keys in it.
 * @returns lists, of each of which the first directory that may be shown is
 */
function directoriesFor(
  folder: string,
  home: string,
  hidden: PrivateLocations,
): readonly (readonly string[])[] {
  const manager = [home, realOr(home)]
    .flatMap((each) => managers.map((name) => join(each, name)))
    .find((each) => isWithin(folder, each));
  if (manager !== undefined) return [[manager]];
  const parent = dirname(folder);
  const isPersonal =
    hidden.isHome(parent) ||
    (personal.includes(basename(parent)) && hidden.isHome(dirname(parent)));
  if (basename(folder) !== "bin" || isPersonal) return [[folder]];
  const has = (name: string) => existsSync(join(parent, name));
  if (markers.some(has)) return [[parent, folder]];
  if (!libraries.some(has)) return [[folder]];
  return [[folder], ...besidePrograms.filter(has).map((name) => [join(parent, name)])];
}

function showFirst(
  candidates: readonly string[],
  { writable, hidden }: ToolFolderOptions & { readonly hidden: PrivateLocations },
): readonly Mount[] {
  for (const target of candidates) {
    const source = resolveShown(target, writable);
    if (source === undefined || hidden.covers(source) || hidden.reserves(target)) continue;
    // The resolved path: no link is followed again when the runtime mounts it.
    return [bind(source, target)];
  }
  return [];
}
