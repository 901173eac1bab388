import { CommanderError } from "commander";
import { chooseTheme } from "./layout/look.ts";
import { exitCode } from "./shared/errors.ts";
import { ourEnvironment, takeEnvironment } from "./shared/child-environment.ts";
import { watchTerminals } from "./shared/dead-terminal.ts";

/** Runs the program: its environment is taken from its children, and whatever it ends with is said and is its exit code. */
export async function runGuarded(run: () => Promise<void>): Promise<void> {
  takeEnvironment();
  watchOutput();
  process.on("exit", watchTerminals());
  try {
    await run();
  } catch (error) {
    // Help and version have printed themselves; what wraps words for all others takes a while to load.
    const isPrinted = error instanceof CommanderError && error.exitCode === 0;
    if (!isPrinted) process.exitCode = (await import("./print-error.ts")).printError(error);
  }
}

/**
 * Whoever read the output has heard enough (`| head`), the terminal is gone, or the disk is full: what is under way is
 * done to its end all the same. Only an output that should have been kept is missed.
 */
function watchOutput(): void {
  let missed: string | undefined;
  for (const output of [process.stdout, process.stderr]) {
    output.on("error", ({ code = "" }: NodeJS.ErrnoException) => {
      if (!["EPIPE", "EIO", "ERR_STREAM_DESTROYED"].includes(code)) missed ??= code;
    });
  }
  process.on("exit", () => {
    if (missed === undefined) return;
    process.exitCode ||= exitCode.incomplete;
    const { signs } = chooseTheme(ourEnvironment());
    process.stderr.write(
      ` ${signs.failed} Not all that was printed could be written (${missed}).\n`,
    );
  });
}
