import { chooseTheme } from "../terminal/render-options.ts";
import { exitCode, type ExitCode } from "../shared/errors.ts";
import { ourEnvironment, setEnvironment } from "../shared/child-environment.ts";
import { excludeFromCoreDumps } from "../shared/exclude-from-core-dumps.ts";
import { watchTerminals } from "../shared/dead-terminal.ts";

/**
 * Runs the program without passing its environment to child processes. Prints an uncaught error and
 * sets the exit code.
 * @param crashed exit code for a bug, including errors thrown in callbacks
 * @param missed exit code that replaces 0 if the output could not be written
 */
export async function runGuarded(
  run: () => Promise<void>,
  {
    crashed = exitCode.bug,
    missed = exitCode.incomplete,
  }: { readonly crashed?: ExitCode; readonly missed?: ExitCode } = {},
): Promise<void> {
  // Done first, because any command can have secrets in memory, and the environment may already
  // contain some.
  excludeFromCoreDumps();
  setEnvironment();
  watchCrash(crashed);
  watchOutput(missed);
  process.on("exit", watchTerminals());
  try {
    await run();
  } catch (error) {
    // The exit code is set first, because loading the module that prints errors takes time and can
    // fail.
    process.exitCode = crashed;
    const code = (await import("./print-error.ts")).printError(error);
    if (code !== exitCode.bug) process.exitCode = code;
  }
}

/**
 * Handles uncaught exceptions. Node itself would print the complete error, including secrets. It
 * would also exit with 1, even if 1 has another meaning for the command.
 */
function watchCrash(crashed: ExitCode): void {
  let hasCrashed = false;
  process.on("uncaughtException", (error) => {
    // Only the first error is reported. Later errors do not add information and may contain
    // secrets.
    if (hasCrashed) return;
    hasCrashed = true;
    const report = async () => (await import("./print-error.ts")).printError(error);
    // Exits explicitly, because open handles would keep the program running in an unknown state.
    void report().finally(() => process.exit(crashed));
  });
}

/**
 * Ignores a closed pipe (`| head`) or terminal, so that work in progress continues. Other write
 * errors, such as a full disk, are reported at exit, because the user expects the output to be
 * saved.
 */
function watchOutput(code: ExitCode): void {
  let missed: string | undefined;
  for (const output of [process.stdout, process.stderr]) {
    output.on("error", ({ code: problem = "" }: NodeJS.ErrnoException) => {
      if (!["EPIPE", "EIO", "ERR_STREAM_DESTROYED"].includes(problem)) missed ??= problem;
    });
  }
  process.on("exit", () => {
    if (missed === undefined) return;
    process.exitCode ||= code;
    const { signs } = chooseTheme(ourEnvironment());
    process.stderr.write(` ${signs.failed} Could not write all of the output (${missed}).\n`);
  });
}
