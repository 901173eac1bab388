import { childEnvironment } from "./child-environment.ts";
import { killGroup } from "./processes.ts";
import { redact } from "./redact.ts";
import { Secret } from "./secret.ts";

export interface Command {
  /** The program, and the arguments that always come first (a script's path, a subcommand). */
  readonly program: readonly [string, ...string[]];
  /** Additional variables for the child. */
  readonly environment?: Readonly<Record<string, string>>;
}

export interface CommandResult {
  readonly exitCode: number;
  /** Raw output of the child, which may contain a token. */
  readonly output: Secret;
  /** Standard error, redacted. */
  readonly complaint: string;
}

/**
 * Runs a command without a shell, in its own session. Only gatehouse handles Ctrl-C and a closed
 * terminal, so the command can complete its work. A secret is passed only through standard input.
 * @returns undefined if the program does not exist
 */
export async function runCommand(
  command: Command,
  args: readonly string[],
  options: {
    input?: Secret;
    signal?: AbortSignal;
    /** Additional variables for a program that accepts a secret only through its environment. */
    secrets?: Readonly<Record<string, Secret>>;
    /** Working directory (default: the current directory). */
    folder?: string;
  } = {},
): Promise<CommandResult | undefined> {
  const { execa } = await import("execa");
  const [program, ...first] = command.program;
  const secrets = Object.entries(options.secrets ?? {});
  const revealed = Object.fromEntries(secrets.map(([name, secret]) => [name, secret.reveal()]));
  const running = execa(program, [...first, ...args], {
    // Input is always a pipe: on a terminal, the forge CLI would prompt and read only one line of a
    // key.
    input: options.input?.reveal() ?? "",
    env: { ...childEnvironment(), ...command.environment, ...revealed },
    extendEnv: false,
    detached: true,
    ...(options.folder !== undefined && { cwd: options.folder }),
    ...(options.signal && { cancelSignal: options.signal }),
    reject: false,
    stripFinalNewline: true,
    windowsHide: true,
  });
  // Also stops the processes that the command started.
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
 * Runs a command like `runCommand`, but passes each redacted output line to a function instead of
 * keeping the output.
 * @returns the exit code, after the command has exited
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
 * Passes text to a program through standard input. Does not stop processes that the program leaves
 * running, because an X11 clipboard program must keep running to provide the copied text.
 * @returns whether the program accepted the text in time; never throws
 */
export async function feedCommand(
  [program, ...args]: Command["program"],
  text: string,
  limitMilliseconds: number,
): Promise<boolean> {
  const { execa } = await import("execa");
  const running = execa(program, args, {
    input: text,
    // A process that keeps running would keep a pipe open.
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
