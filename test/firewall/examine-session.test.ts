import { expect, test } from "vitest";
import { examineSession } from "../../src/firewall/examine-session.ts";
import { markProcess } from "../../src/firewall/sessions/process-mark.ts";
import type { FoundSession } from "../../src/firewall/sessions/list-sessions.ts";

const ca = { subject: "CA aB3dE9", fingerprint: "AB", notAfter: "2026-01-01T00:00:00Z", key: "/k" };
const session = {
  id: "aB3dE9",
  startedAt: "2026-01-01T00:00:00Z",
  process: markProcess(),
  command: "agent",
  runtime: "bubblewrap",
  runtimeReason: "it is there",
  rules: [],
  logs: "/logs",
};
const found: FoundSession = { id: "aB3dE9", path: "/s", state: "running", session };
const states = (one: FoundSession) => examineSession(one).map(({ state }) => state);

test("a session that is not running on this machine cannot be inspected", () => {
  expect(states({ ...found, state: "gone" })).toEqual(["unknown"]);
  expect(states({ ...found, session: undefined })).toEqual(["unknown"]);
});

test("without interception, all checks pass", () => {
  expect(states(found)).toEqual(["pass", "pass"]);
});

test("if the processes of a container cannot be inspected, its state is unknown, not failed", () => {
  const findings = examineSession({ ...found, session: { ...session, ca } });
  expect(findings.map(({ state }) => state)).toEqual(["pass", "unknown"]);
  expect(findings[1]?.detail).toContain(
    "could not inspect the processes; try again as the user who started the session",
  );
});
