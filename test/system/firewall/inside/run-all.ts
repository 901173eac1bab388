import { spawn } from "node:child_process";

/** A program to run, with its arguments. */
export interface Call {
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly stdin?: string;
}

export interface Called {
  readonly code: number | null;
  /** Standard output followed by standard error. */
  readonly text: string;
}

const deadlineMs = 90_000;
const longest = 1500;

export function run({ argv, env, stdin = "" }: Call): Promise<Called> {
  const [program = "", ...args] = argv;
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      env: { ...process.env, ...env },
      timeout: deadlineMs,
      killSignal: "SIGKILL",
    });
    let text = "";
    const keep = (piece: Buffer) => (text = (text + piece.toString("latin1")).slice(-longest));
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.once("error", (error) => resolve({ code: 127, text: error.message }));
    child.once("close", (code) => resolve({ code, text }));
    child.stdin.on("error", () => {});
    child.stdin.end(stdin);
  });
}

/** Runs a task for each item, with limited concurrency. */
export async function inLanes<T, R>(
  count: number,
  items: readonly T[],
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const left = items.entries();
  const lane = async () => {
    for (const [at, item] of left) results[at] = await work(item);
  };
  await Promise.all(Array.from({ length: count }, lane));
  return results;
}
