import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { InvalidInput } from "./errors.ts";
import type { UserError } from "./errors.ts";

/**
 * Explains failures of the machine that can affect any command.
 * @returns undefined for a bug in gatehouse
 */
export function explainFault(error: unknown): UserError | undefined {
  if (!(error instanceof Error)) return undefined;
  const { syscall, path, code = "" }: NodeJS.ErrnoException = error;
  if (syscall === "uv_cwd") return folderGone(error);
  if (syscall === "mkdtemp" && isTemporary(path)) return noTemporaryFolder(code, error);
  return explainFault(error.cause);
}

/**
 * Creates the error to throw when code needs the current directory but the directory has been
 * deleted. Code that does not need the directory still works.
 */
function folderGone(cause: Error): UserError {
  return new InvalidInput(
    "The current directory no longer exists.",
    [
      { text: "Change to another directory", command: "cd ~" },
      { text: "If the directory was created again, change to it", command: 'cd "$PWD"' },
    ],
    { cause },
  );
}

function isTemporary(path = ""): boolean {
  return dirname(path) === dirname(join(tmpdir(), "it"));
}

function noTemporaryFolder(code: string, cause: Error): UserError {
  return new InvalidInput(
    `Could not create a temporary directory in ${tmpdir()}: ${code}.`,
    [{ text: "Set TMPDIR to an existing directory that this user can write to" }],
    { cause },
  );
}
