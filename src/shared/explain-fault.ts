import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { InvalidInput } from "./errors.ts";
import type { UserError } from "./errors.ts";

/**
 * What a person can do where the machine itself gave way under any command.
 * @returns undefined for what is a fault of ours
 */
export function explainFault(error: unknown): UserError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { syscall, path, code = "" }: NodeJS.ErrnoException = error;
  if (syscall === "uv_cwd") return folderGone(error);
  if (syscall === "mkdtemp" && isTemporary(path)) return noTemporaryFolder(code, error);
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

function isTemporary(path = ""): boolean {
  return dirname(path) === dirname(join(tmpdir(), "it"));
}

function noTemporaryFolder(code: string, cause: Error): UserError {
  return new InvalidInput(
    `No folder for temporary files could be made in ${tmpdir()} (${code}).`,
    [{ say: "Set TMPDIR to a folder that is there, and that this user may write to" }],
    { cause },
  );
}
