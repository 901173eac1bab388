import { expect, test } from "vitest";
import { sessionRows, toDocument } from "../../../src/commands/outcomes/print-sessions.ts";
import type { FoundSession } from "../../../src/firewall/sessions/list-sessions.ts";
import { describeWidths, printed } from "../../terminal/check-print.ts";

const path = "/tmp/gatehouse-20260304-050607-1f2E3d";
const running: FoundSession = {
  id: "1f2E3d",
  path,
  state: "running",
  session: {
    id: "1f2E3d",
    startedAt: "2026-03-04T05:06:07.890Z",
    process: { pid: 4711, start: "1", boot: "b", namespace: "pid:[1]" },
    command: "npm",
    runtime: "bubblewrap",
    runtimeReason: "it is there and starts",
    ca: {
      subject: "gatehouse session CA 1f2E3d",
      fingerprint: "AB:CD",
      notAfter: "2026-03-05T05:01:06.000Z",
      key: `${path}/ssl/ca-key.pem`,
    },
    rules: ["example.com", "https://api.example.com/*"],
    logs: "/tmp/proxy-logs-20260304-050607-00c0ffee",
  },
};
const silent: FoundSession = { id: "00000002", path, state: undefined, session: undefined };
const gone: FoundSession = { ...silent, id: "00000003", state: "gone" };

describeWidths("sessions", (style) => sessionRows([running, silent, gone], style));

test("a session is shown with its runtime, CA, rules and logs, if available", () => {
  expect(printed((style) => sessionRows([running, silent, gone], style))).toMatchInlineSnapshot(`
    " ✔ 1f2E3d  npm
       State      running, since 2026-03-04 05:06:07 UTC, as process 4711
       Runtime    bubblewrap: it is there and starts
       CA         gatehouse session CA 1f2E3d, until 2026-03-05 05:01:06 UTC
       SHA-256    AB:CD
       Key        /tmp/gatehouse-20260304-050607-1f2E3d/ssl/ca-key.pem
       Rules      example.com
                  https://api.example.com/*
       Logs       /tmp/proxy-logs-20260304-050607-00c0ffee
       Directory  /tmp/gatehouse-20260304-050607-1f2E3d

     ● 00000002
       State      starting
       Directory  /tmp/gatehouse-20260304-050607-1f2E3d

     ! 00000003
       State      ended; its directory is deleted when the firewall starts next
       Directory  /tmp/gatehouse-20260304-050607-1f2E3d"
  `);
});

test("the absence of sessions is reported", () => {
  expect(printed((style) => sessionRows([], style))).toContain("No session is running.");
});

test("in JSON, a session has all recorded fields and its status", () => {
  expect(toDocument([running, silent])).toEqual({
    sessions: [
      { ...running.session, state: "running", folder: path },
      { id: "00000002", state: "starting", folder: path },
    ],
  });
});
