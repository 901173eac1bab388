import { readFileSync, realpathSync, statSync } from "node:fs";
import type { Stats } from "node:fs";
import { delimiter, dirname, isAbsolute, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { ourEnvironment } from "./child-environment.ts";
import { pathArgument, shellWord } from "./shell-word.ts";

declare const GATEHOUSE_PACKAGE: string;

export interface Start {
  /** Path of this program's script, with links resolved. */
  readonly script: string;
  /** Directory in which the next command is typed; undefined if it was deleted. */
  readonly folder: string | undefined;
  readonly packageName: string;
  /**
   * From npm's environment: whether `npx` or `npm exec` runs this process, and the packages as the
   * user named them.
   */
  readonly isByNpx: boolean;
  readonly specs: readonly string[];
  /**
   * Program that a shell runs for `gatehouse`, with links and shims resolved; undefined if no
   * program is found.
   */
  readonly onPath: string | undefined;
  /** Command that runs a script: `node`, or its path if a shell cannot find it. */
  readonly node: string;
}

/**
 * Returns the command that starts this program again. The user types it in the same directory, in
 * which `gatehouse` may not exist or may be a different program.
 */
export function decideOwnCommand(start: Start): string {
  const { script, folder, packageName, isByNpx, specs, onPath, node } = start;
  if (onPath === script) return "gatehouse";
  // If npx runs a program from a clone, the script is not in npx's `node_modules`.
  const isOfNpx = isByNpx && script.includes(join(sep, "node_modules", packageName, sep));
  const ours = ourSpec(packageName, specs);
  if (isOfNpx && !mayContainSecret.test(ours)) return `npx ${shellWord(ours)}`;
  return `${shellWord(node)} ${shellWord(pathArgument(nearPath(script, folder)))}`;
}

/**
 * Matches a URL with user information or a query, which may contain a secret. Printed commands end
 * up in logs and reports.
 */
const mayContainSecret = /:\/\/(?:[^/]*@|.*\?)/;

/**
 * Returns the package for `npx`. `npx gatehouse` alone would run the package with that name from
 * the registry. Our package has one command, so its name can be omitted.
 */
function ourSpec(packageName: string, specs: readonly string[]): string {
  return specs.find((spec) => spec.includes(packageName)) ?? specs[0] ?? packageName;
}

/**
 * Returns the path relative to the directory if that path is short; otherwise, the absolute path.
 */
function nearPath(script: string, folder: string | undefined): string {
  if (folder === undefined) return script;
  const near = relative(folder, script);
  const isNear = !isAbsolute(near) && !near.startsWith(join("..", "..", ".."));
  return isNear && near.length < script.length ? near : script;
}

/**
 * Builds a gatehouse command for the user to type next. The command starts this program again.
 * Words that a shell would split are quoted.
 */
export function ownCommandLine(...words: readonly string[]): string {
  return lineOf(ownCommand(), words);
}

/**
 * Builds a gatehouse command for a document that is read on other machines. The command starts with
 * `gatehouse`, because a path on this machine may not exist there.
 */
export function plainCommandLine(...words: readonly string[]): string {
  return lineOf("gatehouse", words);
}

function lineOf(program: string, words: readonly string[]): string {
  return [program, ...words.map(shellWord)].join(" ");
}

/**
 * Converts a stored command that starts with `gatehouse` to the form that works on this machine;
 * other commands stay unchanged.
 */
export function typedHere(kept: string): string {
  return kept.replace(/^gatehouse(?= )/, () => ownCommand());
}

/**
 * Returns the words of a line built by `ownCommandLine`; undefined for any other text, or if a word
 * is quoted.
 */
export function readOwnCommandLine(line: string): readonly string[] | undefined {
  const start = `${ownCommand()} `;
  if (!line.startsWith(start)) return undefined;
  const words = line.slice(start.length).split(" ");
  return words.every((word) => shellWord(word) === word) ? words : undefined;
}

let known: string | undefined;

/**
 * Returns the command with which the user started this process. If gatehouse runs from source or as
 * a library, returns `gatehouse`.
 */
export function ownCommand(): string {
  known ??= findOwnCommand(new URL("cli.js", import.meta.url));
  return known;
}

function findOwnCommand(entry: URL): string {
  const script = whereIs(fileURLToPath(entry));
  if (script === undefined) return "gatehouse";
  const env = ourEnvironment();
  const isByNpx = env["npm_command"] === "exec";
  const path = (env["PATH"] ?? env["Path"] ?? "").split(delimiter).filter((each) => each !== "");
  // npm adds these directories to PATH while it runs, but they are not in the PATH of the user's
  // shell.
  const folders = env["npm_command"] === undefined ? path : path.filter((each) => !isOfNpm(each));
  return decideOwnCommand({
    script,
    folder: workingFolder(),
    packageName: GATEHOUSE_PACKAGE,
    isByNpx,
    specs: isByNpx ? readSpecs(script) : [],
    onPath: findOnPath("gatehouse", folders),
    node: findOnPath("node", folders) === undefined ? process.execPath : "node",
  });
}

function workingFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

function isOfNpm(folder: string): boolean {
  return folder.endsWith(join("node_modules", ".bin")) || folder.endsWith("node-gyp-bin");
}

/** Returns the program that a shell runs for a name. */
function findOnPath(name: string, folders: readonly string[]): string | undefined {
  const found = folders
    .map((folder) => join(folder, process.platform === "win32" ? windowsName(name) : name))
    .find(isProgram);
  if (found === undefined) return undefined;
  return (name === "node" ? undefined : followShim(found)) ?? whereIs(found);
}

/**
 * Returns the file name of a program on Windows. npm's shim for `gatehouse` without an extension is
 * a shell script, which can be followed.
 */
function windowsName(name: string): string {
  return name === "node" ? "node.exe" : name;
}

function isProgram(path: string): boolean {
  const stat = statThere(path);
  return stat?.isFile() === true && (process.platform === "win32" || (stat.mode & 0o111) !== 0);
}

/**
 * Returns undefined for an inaccessible directory or a broken link: the user's shell cannot run a
 * program from it either.
 */
function statThere(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/**
 * Returns the script that a shim starts. A shim is a short shell script that contains the path of
 * the actual script, relative to the shim.
 * @see npm's cmd-shim, pnpm
 */
function followShim(path: string): string | undefined {
  const stat = statThere(path);
  if (stat === undefined || stat.size > 4096) return undefined;
  const [, named] = /["' ]([^"'\n]*[/\\]cli\.js)["' ]/.exec(readFileSync(path, "utf8")) ?? [];
  if (named === undefined) return undefined;
  return whereIs(named.replace(/^\$\{?basedir\}?/, () => dirname(path)));
}

/**
 * Reads the packages that were requested from `npx`. npx stores them in its installation directory.
 */
function readSpecs(script: string): readonly string[] {
  const [, folder] = /^(.*[/\\]_npx[/\\][^/\\]+)[/\\]/.exec(script) ?? [];
  if (folder === undefined) return [];
  try {
    const kept: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return packagesOf(kept);
  } catch {
    // Older npm versions do not store the requested packages. The caller then uses the package
    // name.
    return [];
  }
}

/** `{ "_npx": { "packages": ["gatehouse-cli@0.1.0"] } }` */
function packagesOf(kept: unknown): readonly string[] {
  const npx: unknown = kept instanceof Object && "_npx" in kept ? kept._npx : undefined;
  const packages: unknown = npx instanceof Object && "packages" in npx ? npx.packages : [];
  return Array.isArray(packages) ? packages.filter((each) => typeof each === "string") : [];
}

function whereIs(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
