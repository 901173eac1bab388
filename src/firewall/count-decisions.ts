import type { LogEntry } from "./log/logged-decision.ts";

export interface Decisions {
  readonly write: (entry: LogEntry) => void;
  count(): { readonly passed: number; readonly denied: number };
}

/** Counts allowed and denied decisions as they are logged. */
export function countDecisions(write: (entry: LogEntry) => void): Decisions {
  let passed = 0;
  let denied = 0;
  return {
    write(entry) {
      if (entry.decision.allowed) passed += 1;
      else denied += 1;
      write(entry);
    },
    count: () => ({ passed, denied }),
  };
}
