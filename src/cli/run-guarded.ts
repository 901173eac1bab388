import { chooseTheme } from "../terminal/render-options.ts";
import { exitCode, type ExitCode } from "../shared/errors.ts";
import { ourEnvironment, setEnvironment } from "../shared/child-environment.ts";
import { excludeFromCoreDumps } from "../shared/exclude-from-core-dumps.ts";
import { watchTerminals } from "../shared/dead-terminal.ts";

/**
 * Runs the program: its environment is taken from its children, and whatever it ends with is said and is its exit code.
 * @param crashed what it ends with where nobody waits for the error: in a callback
 * @param missed what it ends with instead of 0 where its output could not be written
 */
export async function runGuarded(
  run: () => Promise<void>,
  {
    crashed = exitCode.bug,
    missed = exitCode.incomplete,
  }: { readonly crashed?: ExitCode; readonly missed?: ExitCode } = {},
): Promise<void> {
  // Any command may hold a secret, and the environment may contain one from the start.
  excludeFromCoreDumps();
  setEnvironment();
  watchCrash(crashed);
  watchOutput(missed);
  process.on("exit", watchTerminals());
  try {
    await run();
  } catch (error) {
    // It also stands if the module that prints errors cannot be loaded, which takes a while.
    process.exitCode = crashed;
    const code = (await import("./print-error.ts")).printError(error);
    if (code !== exitCode.bug) process.exitCode = code;
  }
}

/** Node itself would print all that the error holds, a secret as well, and end with 1 even where that is a command's own code. */
function watchCrash(crashed: ExitCode): void {
  let hasCrashed = false;
  process.on("uncaughtException", (error) => {
    // What follows from the first is no news, and nobody knows what it holds.
    if (hasCrashed) return;
    hasCrashed = true;
    const say = async () => (await import("./print-error.ts")).printError(error);
    // Whatever else is open would keep a program alive of which nobody knows what it still does.
    void say().finally(() => process.exit(crashed));
  });
}

/**
 * Whoever read the output has heard enough (`| head`), the terminal is gone, or the disk is full: what is under way is
 * done to its end all the same. Only an output that should have been kept is missed.
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
    process.stderr.write(
      ` ${signs.failed} Not all that was printed could be written (${missed}).\n`,
    );
  });
}
