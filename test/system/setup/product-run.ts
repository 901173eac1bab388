import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

export interface Ending {
  /** Exit code; `null` after a kill. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program in its own process group, so that its children can be killed with it. */
export interface ProductRun {
  readonly ended: Promise<Ending>;
  /** Sends SIGKILL to the program and its children at once. */
  kill(): void;
}

export interface ProductRunOptions {
  readonly command: readonly [string, ...string[]];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Timeout in milliseconds, longer than any setup of these tests. A program that hangs is a failure.
 */
const limitMilliseconds = 110_000;

export function startProduct({ command, cwd, env }: ProductRunOptions): ProductRun {
  const [program, ...args] = command;
  const child = spawn(program, args, {
    cwd,
    env,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const kill = () => killGroup(child);
  return { ended: waitForEnd(child, kill), kill };
}

async function waitForEnd(child: ChildProcess, kill: () => void): Promise<Ending> {
  let isOver = false;
  const limit = setTimeout(() => {
    isOver = true;
    kill();
  }, limitMilliseconds);
  try {
    const [stdout, stderr, [code]] = await Promise.all([
      text(child.stdout as NodeJS.ReadableStream),
      text(child.stderr as NodeJS.ReadableStream),
      once(child, "close") as Promise<[number | null]>,
    ]);
    if (isOver) throw new Error(`The program hung. It said:\n${stdout}${stderr}`);
    return { code, stdout, stderr };
  } finally {
    clearTimeout(limit);
  }
}

function killGroup({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch (error) {
    // The process group may have just exited.
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
