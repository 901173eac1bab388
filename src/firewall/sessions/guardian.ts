import { spawn } from "node:child_process";
import type { User } from "../../shared/invoking-user.ts";

/** Takes a folder away when this process is gone, however it went. */
export interface Guardian {
  /** Sends it home: the folder is taken care of. */
  dismiss(): void;
}

/**
 * The end of its input is the end of this process: the other end of that pipe is open nowhere else. A line tells it that
 * nothing is left to do. Signals of a terminal, and of whoever ends a whole session of processes, are not for it.
 */
const watch = `trap '' HUP INT TERM QUIT; read -r _ || rm -rf -- "$1"`;

/**
 * Starts a guardian in a session of its own. Best effort: where it cannot start, the next start of the firewall sweeps.
 * @param owner whose rights it has; those of this process where undefined
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
  // It may be gone before it is told to go.
  for (const each of [guardian, stdin]) each.on("error", () => undefined);
  guardian.unref();
  // Neither of them keeps this process from its end.
  if (isUnrefable(stdin)) stdin.unref();
  return { dismiss: () => void stdin.end("done\n") };
}

/** A pipe of a child is a socket, of which the types know only that it can be written to. */
function isUnrefable(stream: object): stream is { unref(): void } {
  return "unref" in stream && typeof stream.unref === "function";
}
