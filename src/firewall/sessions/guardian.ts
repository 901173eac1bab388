import { spawn } from "node:child_process";
import type { User } from "../../shared/invoking-user.ts";

/** A helper process that deletes a directory when the current process exits for any reason. */
export interface Guardian {
  /** Stops the guardian after the directory has been deleted. */
  dismiss(): void;
}

/**
 * The guardian's input ends when this process exits, because no other process has the other end of
 * the pipe. A line of input means that the directory does not need to be deleted. The guardian
 * ignores signals from a terminal or session manager.
 */
const watch = `trap '' HUP INT TERM QUIT; read -r _ || rm -rf -- "$1"`;

/**
 * Starts a guardian in its own session. Best effort: if the guardian does not start, the next start
 * of the firewall cleans up.
 * @param owner user that the guardian runs as; undefined for the user of this process
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
  // The guardian may have exited before `dismiss` is called.
  for (const each of [guardian, stdin]) each.on("error", () => undefined);
  guardian.unref();
  // The guardian and its pipe must not keep this process running.
  if (isUnrefable(stdin)) stdin.unref();
  return { dismiss: () => void stdin.end("done\n") };
}

/**
 * Returns whether a stream has `unref`. A child process's pipe is a socket, but Node types it only
 * as a writable stream.
 */
function isUnrefable(stream: object): stream is { unref(): void } {
  return "unref" in stream && typeof stream.unref === "function";
}
