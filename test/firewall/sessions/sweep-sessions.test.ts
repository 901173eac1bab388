import { mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { listSessions } from "../../../src/firewall/sessions/list-sessions.ts";
import { markProcess } from "../../../src/firewall/sessions/process-mark.ts";
import { sweepSessions } from "../../../src/firewall/sessions/sweep-sessions.ts";
import { makeFolder } from "../../temporary-folder.ts";

const now = new Date();
const here = markProcess();
/** A PID above the maximum of Linux. */
const noProcess = 4_194_305;

let count = 0;

/**
 * Creates the directory of a session with this description.
 * @returns its path
 */
function leave(parent: string, process: object | undefined, { mode = 0o700 } = {}): string {
  count += 1;
  const path = join(parent, `gatehouse-20260304-050607-${count.toString(16).padStart(6, "0")}`);
  mkdirSync(path, { mode });
  const text = process ? JSON.stringify({ process }) : "{";
  writeFileSync(join(path, "session.json"), text, { mode: 0o600 });
  return path;
}

describe("a session sweep", () => {
  test.each([
    ["whose process no longer exists", { ...here, pid: noProcess }],
    ["whose process ID belongs to another process", { ...here, start: "1" }],
    ["from before the last boot", { ...here, boot: "another" }],
  ])("removes a session %s", (_case, process) => {
    const parent = makeFolder("sweep");
    const path = leave(parent, process);
    expect(listSessions({ parent })).toMatchObject([{ state: "gone" }]);
    expect(sweepSessions(now, { parent })).toEqual([path]);
    expect(readdirSync(parent)).toEqual([]);
  });

  test.each([
    ["that is running", here],
    [
      "whose process runs in another PID namespace",
      { ...here, namespace: "pid:[1]", pid: noProcess },
    ],
    ["without a description yet", undefined],
  ])("keeps a session %s", (_case, process) => {
    const parent = makeFolder("sweep");
    leave(parent, process);
    expect(sweepSessions(now, { parent })).toEqual([]);
    expect(readdirSync(parent)).toHaveLength(1);
  });

  test("removes a session that has had no description for a minute", () => {
    const parent = makeFolder("sweep");
    const path = leave(parent, undefined);
    const before = now.getTime() / 1000 - 61;
    utimesSync(path, before, before);
    expect(sweepSessions(now, { parent })).toEqual([path]);
  });

  test("ignores entries that are not the caller's sessions: other names, other modes, links", () => {
    const parent = makeFolder("sweep");
    const gone = { ...here, pid: noProcess };
    const shared = leave(parent, gone, { mode: 0o755 });
    const elsewhere = leave(makeFolder("elsewhere"), gone);
    symlinkSync(elsewhere, join(parent, "gatehouse-20260304-050607-cdef01"));
    mkdirSync(join(parent, "gatehouse-notes"), { mode: 0o700 });
    expect(sweepSessions(now, { parent })).toEqual([]);
    expect(readdirSync(parent)).toHaveLength(3);
    expect(readdirSync(shared)).toEqual(["session.json"]);
    expect(readdirSync(elsewhere)).toEqual(["session.json"]);
  });

  test("removes a link in a session, but not its target", () => {
    const parent = makeFolder("sweep");
    const kept = makeFolder("kept");
    writeFileSync(join(kept, "file"), "");
    symlinkSync(kept, join(leave(parent, { ...here, pid: noProcess }), "ssl"));
    sweepSessions(now, { parent });
    expect(readdirSync(parent)).toEqual([]);
    expect(readdirSync(kept)).toEqual(["file"]);
  });

  test("does not trust a link in place of a session's description", () => {
    const parent = makeFolder("sweep");
    const words = join(makeFolder("words"), "session.json");
    writeFileSync(words, JSON.stringify({ process: { ...here, pid: noProcess } }));
    const path = join(parent, "gatehouse-20260304-050607-cdef02");
    mkdirSync(path, { mode: 0o700 });
    symlinkSync(words, join(path, "session.json"));
    expect(listSessions({ parent })).toMatchObject([{ state: undefined }]);
  });

  test("does nothing if the parent directory does not exist", () => {
    expect(sweepSessions(now, { parent: "/nonexistent" })).toEqual([]);
  });
});
