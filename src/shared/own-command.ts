import { readFileSync, realpathSync, statSync } from "node:fs";
import type { Stats } from "node:fs";
import { delimiter, dirname, isAbsolute, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { ourEnvironment } from "./child-environment.ts";
import { pathArgument, shellWord } from "./shell-word.ts";

declare const GATEHOUSE_PACKAGE: string;

/** What tells how gatehouse was started. */
export interface Start {
  /** The file of this program that starts, links followed. */
  readonly script: string;
  /** The folder that the next command is typed in; undefined where it was deleted. */
  readonly folder: string | undefined;
  readonly packageName: string;
  /** Of the environment that npm leaves: whether `npx` or `npm exec` runs this, and of which packages, as they were named. */
  readonly isByNpx: boolean;
  readonly specs: readonly string[];
  /** What the name `gatehouse` leads to in a shell, links and shims followed. */
  readonly onPath: string | undefined;
  /** What runs a script: `node`, or its path where a shell finds none. */
  readonly node: string;
}

/**
 * The words that start this very program again where it was started: what is printed is typed there, and the name alone
 * is another's there, or nobody's.
 */
export function decideOwnCommand(start: Start): string {
  const { script, folder, packageName, isByNpx, specs, onPath, node } = start;
  if (onPath === script) return "gatehouse";
  // A clone lies elsewhere, though npx may have been what found it.
  const isOfNpx = isByNpx && script.includes(join(sep, "node_modules", packageName, sep));
  const ours = ourSpec(packageName, specs);
  if (isOfNpx && !mayHoldSecret.test(ours)) return `npx ${shellWord(ours)}`;
  return `${shellWord(node)} ${shellWord(pathArgument(nearPath(script, folder)))}`;
}

/** An address with a login, or with a query, which may be a signature: what is printed ends up in logs and reports. */
const mayHoldSecret = /:\/\/(?:[^/]*@|.*\?)/;

/** `npx gatehouse` alone would run whoever has that name on the registry. A package of ours has one command, which needs no name. */
function ourSpec(packageName: string, specs: readonly string[]): string {
  return specs.find((spec) => spec.includes(packageName)) ?? specs[0] ?? packageName;
}

/** From the folder on where it is near, the whole path where it is not. */
function nearPath(script: string, folder: string | undefined): string {
  if (folder === undefined) return script;
  const near = relative(folder, script);
  const isNear = !isAbsolute(near) && !near.startsWith(join("..", "..", ".."));
  return isNear && near.length < script.length ? near : script;
}

/**
 * Builds a command of ours that is printed to be typed next: it starts this very program again. A word that a shell
 * would split is quoted.
 */
export function ownCommandLine(...words: readonly string[]): string {
  return lineOf(ownCommand(), words);
}

/** Builds a command of ours for a file or a document that is read elsewhere: there, it starts with the name alone. */
export function plainCommandLine(...words: readonly string[]): string {
  return lineOf("gatehouse", words);
}

function lineOf(program: string, words: readonly string[]): string {
  return [program, ...words.map(shellWord)].join(" ");
}

/** Returns a command that a document keeps with the name alone, as it is typed here; other programs' commands stay. */
export function typedHere(kept: string): string {
  return kept.replace(/^gatehouse(?= )/, () => ownCommand());
}

/** Returns the words of a line that `ownCommandLine` built; undefined for any other text, and where a word is quoted. */
export function readOwnCommandLine(line: string): readonly string[] | undefined {
  const start = `${ownCommand()} `;
  if (!line.startsWith(start)) return undefined;
  const words = line.slice(start.length).split(" ");
  return words.every((word) => shellWord(word) === word) ? words : undefined;
}

let known: string | undefined;

/** How this process was started, in words to type. From source, and in what is no program, the name alone. */
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
  // npm puts these before the shell's own, for as long as it runs.
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

/** What a name leads to in a shell. */
function findOnPath(name: string, folders: readonly string[]): string | undefined {
  const found = folders
    .map((folder) => join(folder, process.platform === "win32" ? windowsName(name) : name))
    .find(isProgram);
  if (found === undefined) return undefined;
  return (name === "node" ? undefined : followShim(found)) ?? whereIs(found);
}

/** npm writes the program's name itself there for shells, beside what Windows runs. */
function windowsName(name: string): string {
  return name === "node" ? "node.exe" : name;
}

function isProgram(path: string): boolean {
  const stat = statThere(path);
  return stat?.isFile() === true && (process.platform === "win32" || (stat.mode & 0o111) !== 0);
}

/** In a folder that is closed to this user, or that a link never reaches, their shell finds nothing either. */
function statThere(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** The script that a shim starts: a few lines of shell, with a path from where it lies. @see npm's cmd-shim, pnpm */
function followShim(path: string): string | undefined {
  const stat = statThere(path);
  if (stat === undefined || stat.size > 4096) return undefined;
  const [, named] = /["' ]([^"'\n]*[/\\]cli\.js)["' ]/.exec(readFileSync(path, "utf8")) ?? [];
  if (named === undefined) return undefined;
  return whereIs(named.replace(/^\$\{?basedir\}?/, () => dirname(path)));
}

/** What `npx` was told to run, as it keeps it in the folder that it installed into. */
function readSpecs(script: string): readonly string[] {
  const [, folder] = /^(.*[/\\]_npx[/\\][^/\\]+)[/\\]/.exec(script) ?? [];
  if (folder === undefined) return [];
  try {
    const kept: unknown = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    return packagesOf(kept);
  } catch {
    // An older npm keeps nothing there; the package's name leads to the same.
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
