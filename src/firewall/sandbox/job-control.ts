import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { constants } from "node:os";
import { isatty } from "node:tty";
import type { Container } from "./start-container.ts";
import type { InitMessage } from "./init-messages.ts";

/** True where this process speaks with a terminal, and it is its turn. */
export function hasTerminal(): boolean {
  return isatty(0) && isatty(1) && isInForeground();
}

/**
 * Whether the terminal's keys come to this process group.
 * @param stat text of /proc/self/stat
 */
export function isInForeground(stat = readStat()): boolean {
  // Behind the name, which may hold anything: state, parent, group, session, terminal, the terminal's group.
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
  /** Hears that the command stopped: so does the job, as the shell sees it; both go on together. */
  hear(news: InitMessage): void;
  /** Takes the terminal back, if the command had it: a script that goes on has to be able to read from it. */
  end(): void;
}

const wantsTerminal = new Set<number>([constants.signals.SIGTTIN, constants.signals.SIGTTOU]);

export interface JobOptions {
  readonly starter: string;
  readonly hadTerminal: boolean;
  /** The runtime gave the command a terminal of its own (docker, sudo): there is nobody to bring it back by `fg`. */
  readonly isBehindAnother: boolean;
}

/** The terminal is the command's as long as it is ours to give. */
export function controlJob(container: Pick<Container, "resume">, options: JobOptions): JobControl {
  if (options.isBehindAnother) {
    return {
      hear: (news) => news.kind === "stopped" && container.resume("foreground"),
      end: () => undefined,
    };
  }
  let isGiven = options.hadTerminal;
  const resume = () => {
    const isOurs = isInForeground();
    isGiven ||= isOurs;
    container.resume(isOurs ? "foreground" : "background");
  };
  const goOn = () => {
    if (isGiven) resume();
  };
  process.on("SIGCONT", goOn);
  return {
    hear(news) {
      if (news.kind !== "stopped") return;
      // The shell sees a job as stopped when each process of it is. It goes on from here, at once where nobody can stop it.
      if (!wantsTerminal.has(news.signal) || !isInForeground()) process.kill(0, "SIGTSTP");
      resume();
    },
    end() {
      process.off("SIGCONT", goOn);
      if (!isGiven) return;
      spawnSync(options.starter, ["terminal"], {
        stdio: ["inherit", "inherit", "ignore"],
        env: {},
      });
    },
  };
}
