import { InvalidInput } from "./errors.ts";
import type { UserError } from "./errors.ts";

/**
 * What a person can do where the machine itself gave way under any command.
 * @returns undefined for what is a fault of ours
 */
export function explainFault(error: unknown): UserError | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("syscall" in error && error.syscall === "uv_cwd") return folderGone(error);
  return explainFault(error.cause);
}

/** Whoever asks for the working folder is told so only then: what needs none of it runs there, too. */
function folderGone(cause: Error): UserError {
  return new InvalidInput(
    "The folder that this was started in is no longer there.",
    [
      { say: "Go to another one", command: "cd ~" },
      { say: "Was it made anew? Then go into it again", command: 'cd "$PWD"' },
    ],
    { cause },
  );
}
