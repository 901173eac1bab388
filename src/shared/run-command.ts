import { childEnvironment } from "./child-environment.ts";
import { killGroup } from "./processes.ts";
import { redact } from "./redact.ts";
import { Secret } from "./secret.ts";

export interface Command {
  /** The program, and the arguments that always come first (a script's path, a sub-command). */
  readonly program: readonly [string, ...string[]];
  /** Variables for the child, besides those that every child gets. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface CommandResult {
  readonly exitCode: number;
  /** What the child printed, still as it came: a token may be in it. */
  readonly output: Secret;
  /** What it said on standard error, redacted. */
  readonly complaint: string;
}

/**
 * Runs a command with its arguments, without a shell, in a session of its own: Ctrl-C and a terminal that closes are
 * ours to answer, and what the command does comes to its end. A secret goes in by standard input only.
 * @returns undefined when there is no such program
 */
export async function runCommand(
  command: Command,
  args: readonly string[],
  options: {
    input?: Secret;
    signal?: AbortSignal;
    /** For a program that takes a secret in no other way: in its own environment, and nobody else's. */
    secrets?: Readonly<Record<string, Secret>>;
  } = {},
): Promise<CommandResult | undefined> {
  const { execa } = await import("execa");
  const [program, ...first] = command.program;
  const secrets = Object.entries(options.secrets ?? {});
  const revealed = Object.fromEntries(secrets.map(([name, secret]) => [name, secret.reveal()]));
  const running = execa(program, [...first, ...args], {
    // Always a pipe: on a terminal the forge CLI would prompt, and take one line of a key only.
    input: options.input?.reveal() ?? "",
    env: { ...childEnvironment(), ...command.environment, ...revealed },
    extendEnv: false,
    detached: true,
    ...(options.signal && { cancelSignal: options.signal }),
    reject: false,
    stripFinalNewline: true,
    windowsHide: true,
  });
  // What the command has started ends with it.
  const endGroup = () => killGroup(running.pid, "SIGTERM");
  options.signal?.addEventListener("abort", endGroup);
  const result = await running.finally(() =>
    options.signal?.removeEventListener("abort", endGroup),
  );
  if (options.signal?.aborted) throw options.signal.reason;
  if (result.code === "ENOENT") return undefined;
  return {
    exitCode: result.exitCode ?? 1,
    output: new Secret(result.stdout),
    complaint: redact(result.stderr, [
      ...(options.input ? [options.input] : []),
      ...secrets.map(([, secret]) => secret),
    ]),
  };
}

/**
 * Runs a command in the same way and tells each line that it prints, redacted; none is kept.
 * @returns what it ended with, once nothing of it is left
 */
export async function followCommand(
  { program: [program, ...first], environment }: Command,
  args: readonly string[],
  { onLine, signal }: { readonly onLine: (line: string) => void; readonly signal: AbortSignal },
): Promise<number> {
  const { execa } = await import("execa");
  const running = execa(program, [...first, ...args], {
    stdin: "ignore",
    all: true,
    buffer: false,
    env: { ...childEnvironment(), ...environment },
    extendEnv: false,
    detached: true,
    reject: false,
    windowsHide: true,
  });
  const endGroup = () => killGroup(running.pid, "SIGTERM");
  signal.addEventListener("abort", endGroup);
  if (signal.aborted) endGroup();
  try {
    for await (const line of running.iterable({ from: "all" })) onLine(redact(line));
    return (await running).exitCode ?? 1;
  } finally {
    signal.removeEventListener("abort", endGroup);
    signal.throwIfAborted();
  }
}

/**
 * Gives a text to a program by its standard input. What the program leaves behind goes on: a clipboard of X is a process
 * that holds what was copied.
 * @returns whether it took the text in time; never throws
 */
export async function feedCommand(
  [program, ...args]: Command["program"],
  text: string,
  limitMilliseconds: number,
): Promise<boolean> {
  const { execa } = await import("execa");
  const running = execa(program, args, {
    input: text,
    // What stays behind would hold a pipe open.
    stdout: "ignore",
    stderr: "ignore",
    env: childEnvironment(),
    extendEnv: false,
    detached: true,
    timeout: limitMilliseconds,
    killSignal: "SIGKILL",
    reject: false,
    windowsHide: true,
  });
  const { failed, timedOut } = await running;
  if (timedOut) killGroup(running.pid, "SIGTERM");
  return !failed;
}
