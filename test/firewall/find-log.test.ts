import { join } from "node:path";
import { expect, test } from "vitest";
import { findLog } from "../../src/firewall/find-log.ts";
import { openLog } from "../../src/firewall/log/open-log.ts";
import { makeSessionFolder } from "../../src/firewall/sessions/session-folder.ts";
import { makeFolder } from "../temporary-folder.ts";

const now = new Date("2026-03-04T05:06:07.890Z");

/** Creates two logs in a directory of their own, the second one newer. */
async function makeLogs() {
  const parents = { sessions: makeFolder("sessions"), logs: makeFolder("logs") };
  const folders: string[] = [];
  for (const seconds of [0, 1]) {
    const at = new Date(now.getTime() + seconds * 1000);
    const log = openLog(at, { parent: parents.logs, onLoss: () => undefined });
    await log.close();
    folders.push(log.folder);
  }
  const [old = "", young = ""] = folders;
  return { parents, old, young };
}

test("the newest log is selected unless a log is named", async () => {
  const { parents, old, young } = await makeLogs();
  expect(findLog({ parents })).toBe(young);
  expect(findLog({ parents, id: old.slice(-6) })).toBe(old);
  expect(findLog({ parents, folder: old })).toBe(old);
});

test("a session's log is found by the session's ID, wherever the log is", async () => {
  const { parents, old } = await makeLogs();
  const session = makeSessionFolder(now, { parent: parents.sessions });
  const logs = join(makeFolder("chosen"), "logs");
  const reported = { command: "npm", runtime: "docker", runtimeReason: "asked for", rules: [] };
  session.record({ ...reported, logs });
  expect(findLog({ parents, id: session.id })).toBe(logs);
  session.end();
  expect(() => findLog({ parents, id: session.id })).toThrow(
    `You have no session or log with the ID ${session.id}.`,
  );
  expect(old).not.toBe("");
});

test("a missing log is reported with advice", () => {
  const parents = { sessions: makeFolder("sessions"), logs: makeFolder("logs") };
  expect(() => findLog({ parents })).toThrow(`You have no logs in ${parents.logs}.`);
  expect(() => findLog({ folder: parents.logs })).toThrow(`No log found in ${parents.logs}.`);
});
