import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { killGroup } from "../../src/shared/processes.ts";

export interface Script {
  readonly text: string;
  /** `bash`, `sh`, or a command line in which `{0}` is the path of the script: `node {0}`. */
  readonly shell: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly workingFolder: string;
  /** Folder for the script file, outside the working folder. */
  readonly scriptFolder: string;
}

const shells: Readonly<Record<string, string>> = {
  bash: "bash --noprofile --norc -eo pipefail {0}",
  sh: "sh -e {0}",
};

/** Duration in ms between SIGTERM and SIGKILL. */
const graceMilliseconds = 2000;

export type RunScript = typeof runScript;

/**
 * Runs a script in its own process group. If `signal` aborts, the entire group is stopped.
 * @returns the exit code, or undefined if the process was stopped by a signal
 */
export async function runScript(
  script: Script,
  onLine: (line: string) => void,
  signal: AbortSignal,
): Promise<number | undefined> {
  const file = join(script.scriptFolder, "script");
  await writeFile(file, `${script.text.replaceAll("\r\n", "\n")}\n`, { mode: 0o600 });
  // Nothing runs between this check and adding the listener, so no abort is missed.
  if (signal.aborted) return undefined;
  const template = shells[script.shell ?? "bash"] ?? script.shell ?? "";
  const [command = "", ...args] = template
    .split(/\s+/)
    .map((word) => word.replace("{0}", () => file));
  const child = spawn(command, args, {
    cwd: script.workingFolder,
    env: script.env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const watcher = watchOver(child.pid);
  const printed = Promise.all([child.stdout, child.stderr].map((out) => readLines(out, onLine)));
  let grace: NodeJS.Timeout | undefined;
  const stop = () => {
    killGroup(child.pid, "SIGTERM");
    grace = setTimeout(() => killGroup(child.pid, "SIGKILL"), graceMilliseconds);
  };
  signal.addEventListener("abort", stop);
  try {
    return await new Promise<number | undefined>((resolve) => {
      child.once("exit", (code) => resolve(code ?? undefined));
      child.once("error", (error) => {
        onLine(`##[error]Could not start ${command}: ${error.message}`);
        resolve(127);
      });
    });
  } finally {
    signal.removeEventListener("abort", stop);
    clearTimeout(grace);
    watcher?.kill("SIGKILL");
    // Processes that the step left running would keep its output and the temporary folders open.
    killGroup(child.pid, "SIGKILL");
    const escaped = setTimeout(
      () => [child.stdout, child.stderr].map((out) => out.destroy()),
      graceMilliseconds,
    );
    await printed;
    clearTimeout(escaped);
  }
}

/**
 * Starts a watcher that kills the process group when this process exits for any reason. The exit
 * closes the watcher's standard input.
 */
function watchOver(pid: number | undefined) {
  if (pid === undefined) return undefined;
  const script = 'read -r line; kill -s KILL -- "-$1"';
  const watcher = spawn("/bin/sh", ["-c", script, "sh", String(pid)], {
    env: {},
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  // If the watcher fails, a step may outlive a forge that is killed. This is the only effect.
  watcher.on("error", () => undefined);
  watcher.stdin.on("error", () => undefined);
  return watcher;
}

async function readLines(out: Readable, onLine: (line: string) => void): Promise<void> {
  const lines = createInterface({ input: out }).on("line", onLine);
  await new Promise<void>((resolve) => {
    lines.once("close", resolve);
    out.once("close", () => lines.close());
  });
}
