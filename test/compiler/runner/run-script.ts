import { spawn } from "node:child_process";
import { createInterface } from "node:readline";

export interface ScriptRun {
  readonly script: string;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Time limit in milliseconds. */
  readonly limit?: number;
  /** Called when the script runs, with a function that kills it. */
  readonly started?: (kill: () => void) => void;
}

/**
 * Runs a script in bash, and reports its lines as they arrive.
 * @returns its exit code, or `undefined` after a signal
 */
export async function runScript(
  { script, folder, env, limit, started }: ScriptRun,
  onLine: (line: string) => void,
): Promise<number | undefined> {
  const child = spawn("bash", ["--noprofile", "--norc", "-c", script], {
    cwd: folder,
    env,
    // A process group of its own, so that a kill reaches everything that the script started.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const kill = () => {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
  };
  started?.(kill);
  const timer = limit === undefined ? undefined : setTimeout(kill, limit);
  const closed = [child.stdout, child.stderr].map(
    (input) =>
      new Promise<void>((resolve) => {
        createInterface({ input }).on("line", onLine).once("close", resolve);
      }),
  );
  const code = await new Promise<number | undefined>((resolve) => {
    child.once("close", (exit) => resolve(exit ?? undefined));
  });
  clearTimeout(timer);
  await Promise.all(closed);
  return code;
}
