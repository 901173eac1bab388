import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { LoggedDecision } from "../../../src/firewall/log/logged-decision.ts";

/** Creates a decision as it appears in a log: by default, a request that passed. */
export function logged(fields: Partial<LoggedDecision> = {}): LoggedDecision {
  const url = fields.domain === undefined ? { url: "https://example.com/a" } : {};
  return {
    at: "2026-03-04T05:06:07.890Z",
    kind: "request",
    way: "proxy",
    allowed: true,
    explanation: "a rule covers it",
    bytesSent: 1,
    bytesReceived: 10,
    milliseconds: 5,
    ...url,
    ...fields,
  };
}

export function append(folder: string, ...decisions: readonly LoggedDecision[]): void {
  const lines = decisions.map((decision) => `${JSON.stringify(decision)}\n`);
  appendFileSync(join(folder, "decisions.jsonl"), lines.join(""));
}
