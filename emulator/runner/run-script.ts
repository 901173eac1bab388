import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { killGroup } from "../../src/shared/processes.ts";

export interface Script {
  readonly text: string;
  /** `bash`, `sh`, or a command line with `{0}` for the file of the script: `node {0}`. */
  readonly shell: string | undefined;
  readonly env: Readonly<Record<string, string>>;
  readonly workingFolder: string;
  /** A folder outside the working folder, for the file of the script. */
  readonly scriptFolder: string;
}

const shells: Readonly<Record<string, string>> = {
  bash: "bash --noprofile --norc -eo pipefail {0}",
  sh: "sh -e {0}",
};

/** How long a process may take to end by itself after it was told to. */
const graceMilliseconds = 2000;

export type RunScript = typeof runScript;

/**
 * Runs a script in a process group of its own. When `signal` aborts, the whole group ends.
 * @returns the exit code; a process that a signal ended has none
 */
export async function runScript(
  script: Script,
  onLine: (line: string) => void,
  signal: AbortSignal,
): Promise<number | undefined> {
  const file = join(script.scriptFolder, "script");
  await writeFile(file, `${script.text.replaceAll("\r\n", "\n")}\n`, { mode: 0o600 });
  // From here on the signal is listened for without a break.
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
        onLine(`##[error]${command} does not start: ${error.message}`);
        resolve(127);
      });
    });
  } finally {
    signal.removeEventListener("abort", stop);
    clearTimeout(grace);
    watcher?.kill("SIGKILL");
    // What a step leaves running would hold its output open, and the folders that are removed next.
    killGroup(child.pid, "SIGKILL");
    const escaped = setTimeout(
      () => [child.stdout, child.stderr].map((out) => out.destroy()),
      graceMilliseconds,
    );
    await printed;
    clearTimeout(escaped);
  }
}

/** Ends the group when this process is gone, however that came: the other end of the pipe closes with it. */
function watchOver(pid: number | undefined) {
  if (pid === undefined) return undefined;
  const script = 'read -r line; kill -s KILL -- "-$1"';
  const watcher = spawn("/bin/sh", ["-c", script, "sh", String(pid)], {
    env: {},
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
  });
  // Best effort: without it, a step outlives only a forge that is killed.
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
