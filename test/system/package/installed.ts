import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { execPath } from "node:process";
import { onTestFinished } from "vitest";
import { runToEnd, type Ended, type RunOptions } from "../../commands/installed-program.ts";

/** A user's machine: a shell, a home, one Node with its npm, and nothing of gatehouse. */
export interface Machine {
  readonly home: string;
  /** Directory in which commands are typed. */
  readonly project: string;
  /** Initial environment of a shell. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Types a command, and waits until it exits. */
  readonly type: (line: string, options?: RunOptions) => Promise<Ended>;
  /**
   * Types a command, and requires exit code 0.
   * @returns its result
   */
  readonly must: (line: string, options?: RunOptions) => Promise<Ended>;
}

/**
 * @param node the program that is Node on that machine
 * @param registry address of npm's registry; without one npm finds no packages
 */
export async function openMachine(
  registry: string | undefined,
  node: string = execPath,
): Promise<Machine> {
  const home = await realpath(await mkdtemp(join(tmpdir(), "gatehouse-machine-")));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const bin = await makeBin(home, node);
  const project = join(home, "project");
  const temporary = join(home, "tmp");
  await mkdir(project);
  await mkdir(temporary);
  const env = {
    HOME: home,
    TMPDIR: temporary,
    PATH: [join(home, "installed/bin"), bin, "/usr/bin", "/bin"].join(delimiter),
    npm_config_prefix: join(home, "installed"),
    npm_config_registry: registry,
    npm_config_offline: registry === undefined ? "true" : undefined,
    npm_config_update_notifier: "false",
    npm_config_audit: "false",
  };
  const type: Machine["type"] = (line, options = {}) =>
    runToEnd("/bin/sh", ["-c", line], {
      cwd: project,
      ...options,
      env: { ...env, ...options.env },
    });
  const must: Machine["must"] = async (line, options) => {
    const ended = await type(line, options);
    if (ended.code === 0) return ended;
    throw new Error(`"${line}" ended with ${ended.code}:\n${ended.out}${ended.err}`);
  };
  return { home, project, env, type, must };
}

/**
 * Creates a directory with Node and an npm that runs this machine's own npm with it, because each
 * Node release line can run the newest npm.
 */
async function makeBin(home: string, node: string): Promise<string> {
  const bin = join(home, "bin");
  await mkdir(bin);
  await symlink(node, join(bin, "node"));
  const npm = dirname(await findNpm());
  for (const name of ["npm", "npx"]) {
    const script = `#!/bin/sh\nexec "${node}" "${join(npm, `${name}-cli.js`)}" "$@"\n`;
    await writeFile(join(bin, name), script, { mode: 0o755 });
  }
  return bin;
}

async function findNpm(): Promise<string> {
  const { out } = await runToEnd("/bin/sh", ["-c", "command -v npm"]);
  return realpath(out.trim());
}
