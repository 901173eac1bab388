import type { Settings } from "./config/read-settings.ts";
import type { Policy } from "./rules/policy.ts";
import type { AppliedLimit } from "./sandbox/resource-limits.ts";
import type { Attempt } from "./sandbox/no-runtime.ts";

/** The request for a run. */
export interface FirewallRun {
  readonly settings: Settings;
  readonly policy: Policy;
  readonly command: readonly string[];
  /** The environment of the caller. */
  readonly env: NodeJS.ProcessEnv;
  /** Directory in which gatehouse was started: relative paths of options begin there. */
  readonly folder: string;
  /**
   * Absolute paths of rules files. The command must not change them, because the next run reads
   * them.
   */
  readonly kept: readonly string[];
  readonly now: Date;
  /** Receives a description of the session. The command starts when the promise resolves. */
  readonly onMessage: (news: SessionNews) => Promise<void> | undefined;
}

/** The properties of a session, for verbose output and for the report. */
export interface SessionNews {
  readonly id: string;
  readonly runtime: string;
  readonly reason: string;
  /** Runtimes that did not work, each with its error. */
  readonly failed: readonly Attempt[];
  /** Ports at which tools without proxy support are refused instead of captured. */
  readonly uncaught: readonly number[];
  /** Weaknesses of this container, and options that have no effect on it. */
  readonly warnings: readonly string[];
  readonly limits: readonly AppliedLimit[];
  /** The proxy log directory. */
  readonly logs: string;
  /** Undefined without interception. */
  readonly ca?: {
    readonly subject: string;
    /** SHA-256 fingerprint. */
    readonly fingerprint: string;
    /** ISO 8601. */
    readonly notAfter: string;
    /** Location of the key: a path, or the reason why it is in memory only. */
    readonly key: string;
  };
}

/** The cleanup functions of a session. The last one added runs first. */
export interface Ends {
  add(end: () => unknown): void;
  /** Runs all cleanup functions, then rejects with the first error. */
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
          // The remaining functions still run.
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}

/**
 * Returns whether the session needs a message. If nothing is unusual, the code that prints it need
 * not be loaded.
 */
export function deservesWord({ failed, warnings }: SessionNews): boolean {
  return failed.length + warnings.length > 0;
}
