import type { Settings } from "./config/read-settings.ts";
import type { Policy } from "./rules/policy.ts";
import type { Minter } from "./ask-minter.ts";
import type { AppliedLimit } from "./sandbox/resource-limits.ts";
import type { Attempt } from "./sandbox/no-runtime.ts";

/** A requested run: its settings, rules, command and environment. */
export interface FirewallRun {
  readonly settings: Settings;
  readonly policy: Policy;
  readonly command: readonly string[];
  /** The caller's environment. */
  readonly env: NodeJS.ProcessEnv;
  /** Directory in which gatehouse was started. Relative paths in options are resolved from it. */
  readonly folder: string;
  /**
   * Absolute paths of rules files. The command must not change them, because the next run reads
   * them.
   */
  readonly kept: readonly string[];
  readonly now: Date;
  /** Mints tokens for `credentials`; undefined if no rule needs a token. */
  readonly minter?: Minter | undefined;
  /** Receives a description of the session. The command starts after the promise resolves. */
  readonly onMessage: (news: SessionNews) => Promise<void> | undefined;
}

/** The properties of a session, for verbose output and for the report. */
export interface SessionNews {
  readonly id: string;
  readonly runtime: string;
  readonly reason: string;
  /** Runtimes that did not work, each with its error. */
  readonly failed: readonly Attempt[];
  /**
   * Ports whose connections are not captured. Tools without proxy support cannot connect to them.
   */
  readonly uncaught: readonly number[];
  /** Weaknesses of this container, and options that have no effect in it. */
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

/** The cleanup functions of a session, run in reverse order. */
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
          // An error does not prevent the remaining functions from running.
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}

/**
 * Returns whether a message must be printed about the session. If not, the code that prints
 * messages is not loaded.
 */
export function deservesWord({ failed, warnings }: SessionNews): boolean {
  return failed.length + warnings.length > 0;
}
