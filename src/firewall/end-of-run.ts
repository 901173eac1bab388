import { constants } from "node:os";
import { exitCode } from "../shared/errors.ts";
import { nameErrno } from "./sandbox/name-errno.ts";
import type { EndOfCommand } from "./sandbox/start-container.ts";

/** What a run ends with. */
export interface EndOfRun {
  /** The command's own where it had one; 128 and the signal's number; 124, 125, 126, 127 as `timeout` and `env` have them. */
  readonly code: number;
  /** What a person has to be told about it: nothing where the command ended by itself. */
  readonly because?: string;
}

const timedOutCode = 124;
const notFoundCode = 127;
const notRunnableCode = 126;

/** @param command its name is told where it could not be run */
export function evaluateEnd(
  end: EndOfCommand,
  { timedOut, command }: { readonly timedOut: boolean; readonly command: readonly string[] },
): EndOfRun {
  if (timedOut) return { code: timedOutCode, because: "The command was ended: its time was over." };
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
        because: `The container ended without a word of the command: ${end.complaint}`,
      };
  }
}

function refuse(errno: number, name: string): EndOfRun {
  if (errno === constants.errno.ENOENT) {
    const where = "looked for on PATH, in the folders that are inside";
    return { code: notFoundCode, because: `There is no program "${name}" inside: ${where}.` };
  }
  const why = errno === constants.errno.EACCES ? "it may not be run" : nameErrno(errno);
  return { code: notRunnableCode, because: `The program "${name}" could not be started: ${why}.` };
}
