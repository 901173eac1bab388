import { constants } from "node:os";
import { exitCode } from "../shared/errors.ts";
import { nameErrno } from "./sandbox/name-errno.ts";
import type { EndOfCommand } from "./sandbox/start-container.ts";

export interface EndOfRun {
  /**
   * The command's own exit code if it has one. Otherwise 128 plus the signal number, or one of the
   * codes 124 to 127 that `timeout` and `env` also use.
   */
  readonly code: number;
  /** Message for the operator; undefined if the command exited on its own. */
  readonly reason?: string;
}

const timedOutCode = 124;
const notFoundCode = 127;
const notRunnableCode = 126;

/** @param command its program name appears in the message if the program could not be started */
export function evaluateEnd(
  end: EndOfCommand,
  { timedOut, command }: { readonly timedOut: boolean; readonly command: readonly string[] },
): EndOfRun {
  if (timedOut)
    return {
      code: timedOutCode,
      reason: "The command was stopped because it reached its time limit.",
    };
  switch (end.kind) {
    case "exit":
      return { code: end.code };
    case "killed":
      return { code: 128 + end.signal };
    case "refused":
      return refuse(end.errno, command[0] ?? "");
    case "lost":
      return {
        code: exitCode.firewallFailed,
        reason: `The container stopped without reporting the command's result: ${end.complaint}`,
      };
  }
}

function refuse(errno: number, name: string): EndOfRun {
  if (errno === constants.errno.ENOENT) {
    const where = "on PATH in the container";
    return { code: notFoundCode, reason: `Program "${name}" not found ${where}.` };
  }
  const why = errno === constants.errno.EACCES ? "permission denied" : nameErrno(errno);
  return { code: notRunnableCode, reason: `Could not start the program "${name}": ${why}.` };
}
