import { expect, test } from "vitest";
import { countDecisions } from "../../src/firewall/count-decisions.ts";
import type { LogEntry } from "../../src/firewall/log/logged-decision.ts";

const rule = { id: "--allow-domains 1", text: "a.test" };
const entry = (allowed: boolean): LogEntry => ({
  at: new Date(0),
  kind: "connection",
  way: "proxy",
  scheme: "https",
  host: "a.test",
  port: 443,
  decision: allowed
    ? { allowed, explanation: "it is", rule }
    : { allowed, reason: "no-rule", explanation: "it is not" },
  bytesSent: 0,
  bytesReceived: 0,
  milliseconds: 0,
});

test("allowed and denied requests are counted, and all decisions are forwarded", () => {
  const written: LogEntry[] = [];
  const decisions = countDecisions((one) => written.push(one));
  for (const allowed of [true, false, true]) decisions.write(entry(allowed));
  expect(decisions.count()).toEqual({ passed: 2, denied: 1 });
  expect(written.map(({ decision }) => decision.allowed)).toEqual([true, false, true]);
});
