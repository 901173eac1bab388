import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { execPath } from "node:process";
import { promisify } from "node:util";
import { beforeAll, onTestFinished } from "vitest";
import { buildForRun, programFolder, root } from "../build-for-run.ts";

const run = promisify(execFile);

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  readonly stdin?: string;
}

/** The program as `npm ci` leaves it in a clone, with its name on the PATH of whoever runs it. */
export interface InstalledProgram {
  /** The folder of package.json. */
  readonly folder: () => string;
  readonly cli: () => string;
  /** Runs `gatehouse` without a terminal, to its end. */
  readonly run: (args: readonly string[], options?: RunOptions) => Promise<Ended>;
}

/** Builds what stands in the tree now; nothing of an older dist/ is used. @returns the folder of package.json */
export function buildProgram(): Promise<string> {
  return buildForRun("program", async (folder) => {
    // `npm start` looks with them whether its build is stale: they are older than the build.
    await cp(join(root, "scripts"), join(folder, "scripts"), { recursive: true });
    await cp(join(root, "package.json"), join(folder, "package.json"));
    await run(execPath, [join(root, "scripts/build.mjs"), join(folder, "dist")]);
    await symlink(join(root, "node_modules"), join(folder, "node_modules"));
    await mkdir(join(folder, "bin"));
    await symlink("../dist/cli.js", join(folder, "bin/gatehouse"));
  });
}

export function installProgram(): InstalledProgram {
  let folder = "";
  const cli = () => join(folder, "dist", "cli.js");
  beforeAll(async () => {
    folder = await buildProgram();
  });
  return {
    folder: () => folder,
    cli,
    run: (args, options) => runToEnd(execPath, [cli(), ...args], options),
  };
}

/** Runs a program to its end, without a terminal. */
export function runToEnd(
  program: string,
  args: readonly string[],
  { env = {}, cwd, stdin = "" }: RunOptions = {},
): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { env: { ...cleanEnvironment(), ...env }, ...(cwd !== undefined && { cwd }) };
    const child = execFile(program, [...args], options, (_, out, err) =>
      resolve({ code: child.exitCode, out, err }),
    );
    // A program that ends before it reads has no use for what is left.
    child.stdin?.on("error", () => {});
    child.stdin?.end(stdin);
  });
}

/** A home of its own for one test, and the variables that lead a program there. */
export async function makeHome(): Promise<{ home: string; env: Record<string, string> }> {
  const home = await mkdtemp(join(tmpdir(), "gatehouse-home-"));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const state = join(home, "state");
  await mkdir(state);
  return {
    home,
    env: { HOME: home, XDG_STATE_HOME: state, XDG_CONFIG_HOME: join(home, "config") },
  };
}

/** Nothing of the machine's own that could lead a program to another forge, login or screen. */
function cleanEnvironment(): Record<string, string> {
  const folders = [programFolder(), dirname(execPath), "/usr/local/bin", "/usr/bin", "/bin"];
  const path = folders.join(delimiter);
  return { PATH: path, LANG: "C.UTF-8" };
}
