import { constants } from "node:os";
import { exitCode } from "../shared/errors.ts";
import type { Hint } from "../shared/errors.ts";
import type { Explanation } from "./sandbox/explain-missing.ts";
import { nameErrno } from "./sandbox/name-errno.ts";
import type { EndOfCommand } from "./sandbox/start-container.ts";

export interface EndOfRun {
  /**
   * The command's own exit code if it has one. Otherwise 128 plus the signal number, or one of the
   * codes 124 to 127 that `timeout` and `env` also use.
   */
  readonly code: number;
  /** Message for the operator; undefined if the exit code alone describes the result. */
  readonly reason?: string;
  /** What the operator can do about it; undefined if nothing is known. */
  readonly hints?: readonly Hint[];
}

const timedOutCode = 124;
const notFoundCode = 127;
const notRunnableCode = 126;

interface EndedRun {
  readonly timedOut: boolean;
  /** Its program name appears in the message if the program could not be started. */
  readonly command: readonly string[];
  /** Explains why the program or its interpreter was not found: see `explainMissing`. */
  readonly explain: () => Explanation | undefined;
}

export function evaluateEnd(end: EndOfCommand, { timedOut, command, explain }: EndedRun): EndOfRun {
  if (timedOut)
    return {
      code: timedOutCode,
      reason: "The command was stopped because it reached its time limit.",
    };
  switch (end.kind) {
    case "exit":
      // `env` also exits with this code if it does not find the interpreter of a script.
      return { code: end.code, ...(end.code === notFoundCode && explain()) };
    case "killed":
      return { code: 128 + end.signal };
    case "refused":
      return refuse(end.errno, command[0] ?? "", explain);
    case "lost":
      return {
        code: exitCode.firewallFailed,
        reason: `The container stopped without reporting the command's result: ${end.complaint}`,
      };
  }
}

function refuse(errno: number, name: string, explain: EndedRun["explain"]): EndOfRun {
  const { ENOENT, EACCES, ELOOP } = constants.errno;
  if (errno === ENOENT || errno === ELOOP) {
    const problem = `Program "${name}" not found on PATH in the container.`;
    const { reason, hints = [] } = explain() ?? {};
    return {
      code: notFoundCode,
      reason: reason === undefined ? problem : `${problem} ${reason}`,
      ...(hints.length > 0 && { hints }),
    };
  }
  const why = errno === EACCES ? "permission denied" : nameErrno(errno);
  return { code: notRunnableCode, reason: `Could not start the program "${name}": ${why}.` };
}
