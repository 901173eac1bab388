import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants } from "node:os";
import { isatty } from "node:tty";
import type { Container } from "./start-container.ts";
import type { InitMessage } from "./init-messages.ts";

/** Returns whether this process uses a terminal and is in the terminal's foreground. */
export function hasTerminal(): boolean {
  return isatty(0) && isatty(1) && isInForeground();
}

/**
 * Returns whether the terminal sends its signals to this process group.
 * @param stat content of /proc/self/stat
 */
export function isInForeground(stat = readStat()): boolean {
  // Fields after the name (a name can contain any character): state, parent, group, session,
  // terminal, foreground group of the terminal.
  const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return group !== undefined && group === foreground;
}

function readStat(): string {
  try {
    return readFileSync("/proc/self/stat", "utf8");
  } catch {
    return "";
  }
}

export interface JobControl {
  /**
   * Handles the message that reports that the command has stopped. The whole job then stops, as the
   * shell expects, and is resumed together with the command.
   */
  receive(news: InitMessage): void;
  /**
   * Takes the terminal back if the command had it. Otherwise a script that runs gatehouse could no
   * longer read from the terminal.
   */
  end(): void;
}

const wantsTerminal = new Set<number>([constants.signals.SIGTTIN, constants.signals.SIGTTOU]);

export interface JobOptions {
  readonly starter: string;
  readonly hadTerminal: boolean;
  /**
   * True if the runtime gave the command its own terminal (docker, sudo), so `fg` could not resume
   * a stopped command.
   */
  readonly isBehindAnother: boolean;
}

/** Gives the command the terminal while gatehouse is in the foreground. */
export function controlJob(container: Pick<Container, "resume">, options: JobOptions): JobControl {
  if (options.isBehindAnother) {
    return {
      receive: (news) => news.kind === "stopped" && container.resume("foreground"),
      end: () => undefined,
    };
  }
  let isGiven = options.hadTerminal;
  const resume = () => {
    const isOurs = isInForeground();
    isGiven ||= isOurs;
    container.resume(isOurs ? "foreground" : "background");
  };
  const continueWith = () => {
    if (isGiven) resume();
  };
  process.on("SIGCONT", continueWith);
  return {
    receive(news) {
      if (news.kind !== "stopped") return;
      // The shell considers a job stopped once all of its processes are stopped. Execution
      // continues here after the job is resumed, or immediately if this process cannot be stopped.
      if (!wantsTerminal.has(news.signal) || !isInForeground()) process.kill(0, "SIGTSTP");
      resume();
    },
    end() {
      process.off("SIGCONT", continueWith);
      if (!isGiven) return;
      spawnSync(options.starter, ["terminal"], {
        stdio: ["inherit", "inherit", "ignore"],
        env: {},
      });
    },
  };
}
