import { spawn } from "node:child_process";
import type { User } from "../../shared/invoking-user.ts";

/** A process that deletes a directory when this process exits, for whatever reason. */
export interface Guardian {
  /** Stops the guardian, because the directory was already deleted. */
  dismiss(): void;
}

/**
 * The guardian's input ends when this process exits, because no other process has the pipe's other
 * end. A line of input means that there is nothing to do. The guardian ignores signals that a
 * terminal or session manager sends.
 */
const watch = `trap '' HUP INT TERM QUIT; read -r _ || rm -rf -- "$1"`;

/**
 * Starts a guardian in its own session. Best effort: if it does not start, the next start of the
 * firewall cleans up.
 * @param owner user whose rights the guardian has; undefined for those of this process
 */
export function startGuardian(folder: string, owner?: User): Guardian {
  const guardian = spawn("/bin/sh", ["-c", watch, "sh", folder], {
    cwd: "/",
    env: { PATH: "/usr/bin:/bin" },
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
    ...owner,
  });
  const { stdin } = guardian;
  // The guardian may have exited before it is dismissed.
  for (const each of [guardian, stdin]) each.on("error", () => undefined);
  guardian.unref();
  // Neither the guardian nor its pipe keeps this process running.
  if (isUnrefable(stdin)) stdin.unref();
  return { dismiss: () => void stdin.end("done\n") };
}

/**
 * Returns whether a stream has `unref`. A child's pipe is a socket, but its type is only a writable
 * stream.
 */
function isUnrefable(stream: object): stream is { unref(): void } {
  return "unref" in stream && typeof stream.unref === "function";
}
