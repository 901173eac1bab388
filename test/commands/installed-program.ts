import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { execPath } from "node:process";
import { promisify } from "node:util";
import { beforeAll, onTestFinished } from "vitest";
import { requireRunnable } from "../printed/check-printed.ts";
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

/** The program as `npm ci` installs it in a clone, with its name on the caller's PATH. */
export interface InstalledProgram {
  /** Directory of package.json. */
  readonly folder: () => string;
  readonly cli: () => string;
  /**
   * Runs `gatehouse` without a terminal and waits until it exits. Fails if it prints a command that
   * cannot run as printed.
   */
  readonly run: (args: readonly string[], options?: RunOptions) => Promise<Ended>;
}

/**
 * Builds the current tree and ignores an older dist/.
 * @returns the directory of package.json
 */
export function buildProgram(): Promise<string> {
  return buildForRun("program", async (folder) => {
    // `npm start` uses the scripts to detect a stale build; they must be older than the build.
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
    run: async (args, options) => {
      const ended = await runToEnd(execPath, [cli(), ...args], options);
      await requireRunnable(ended.out, args);
      await requireRunnable(ended.err, args);
      return ended;
    },
  };
}

/** Runs a program without a terminal and waits until it exits. */
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
    // A program that exits before it reads leaves input in the pipe.
    child.stdin?.on("error", () => {});
    child.stdin?.end(stdin);
  });
}

/**
 * Creates a home directory for one test, and the environment variables that point a program to it.
 */
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

/** Returns an environment without variables that would select another forge, login, or display. */
function cleanEnvironment(): Record<string, string> {
  const folders = [programFolder(), dirname(execPath), "/usr/local/bin", "/usr/bin", "/bin"];
  const path = folders.join(delimiter);
  return { PATH: path, LANG: "C.UTF-8" };
}
