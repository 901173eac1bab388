import type { Settings } from "./config/read-settings.ts";
import type { Policy } from "./rules/policy.ts";
import type { AppliedLimit } from "./sandbox/resource-limits.ts";
import type { Attempt } from "./sandbox/no-runtime.ts";

/** What a run is asked for. */
export interface FirewallRun {
  readonly settings: Settings;
  readonly policy: Policy;
  readonly command: readonly string[];
  /** The environment of whoever called. */
  readonly env: NodeJS.ProcessEnv;
  /** Where gatehouse was started: paths of options begin there. */
  readonly folder: string;
  /** Rules files, whole paths: the command must not change what the next run reads. */
  readonly kept: readonly string[];
  readonly now: Date;
  /** Hears how the session is made. The command starts when that is done. */
  readonly hear: (news: SessionNews) => Promise<void> | undefined;
}

/** How a session is made: for whoever wants to know more, and for the report. */
export interface SessionNews {
  readonly id: string;
  readonly runtime: string;
  readonly because: string;
  /** Ways that did not work, and what each complained of. */
  readonly failed: readonly Attempt[];
  /** Ports at which a tool that knows no proxy is refused instead of caught. */
  readonly uncaught: readonly number[];
  /** What of the container is weaker than elsewhere, and what of the options has no meaning for it. */
  readonly warnings: readonly string[];
  readonly limits: readonly AppliedLimit[];
  /** The proxy log directory. */
  readonly logs: string;
  /** While it intercepts. */
  readonly ca?: {
    readonly subject: string;
    /** SHA-256. */
    readonly fingerprint: string;
    /** ISO 8601. */
    readonly notAfter: string;
    /** Where the key is: a path, or that it is in memory only and why. */
    readonly key: string;
  };
}

/** What ends with a session, the last that was added first. */
export interface Ends {
  add(end: () => unknown): void;
  /** Ends all; rejects after that with what the first of those said that failed. */
  all(): Promise<void>;
}

export function createEnds(): Ends {
  const ends: (() => unknown)[] = [];
  return {
    add: (end) => void ends.push(end),
    all: async () => {
      const failures: unknown[] = [];
      for (let end = ends.pop(); end; end = ends.pop()) {
        try {
          await end();
        } catch (error) {
          // The others end all the same.
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}

/** A container like those of yesterday is not worth a word, nor the time to load what prints it. */
export function deservesWord({ failed, warnings }: SessionNews): boolean {
  return failed.length + warnings.length > 0;
}
