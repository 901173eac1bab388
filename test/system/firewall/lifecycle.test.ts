import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, readlinkSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openLab, type Lab } from "./lab.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const rules = ["--ssl-bump", "--allow-domains", "b.test"];
/**
 * Everybody who lives in a pid namespace; not who has ended, and waits for the machine's first process to notice. Memory is
 * given back before pipes are closed: who has none is on the way out.
 */
function findLiving(namespace: string): string[] {
  return readdirSync("/proc").filter((name) => {
    try {
      if (!/^\d+$/.test(name) || readlinkSync(`/proc/${name}/ns/pid`) !== namespace) return false;
      return !readFileSync(`/proc/${name}/statm`, "latin1").startsWith("0 ");
    } catch {
      // It has just ended, or is nobody's.
      return false;
    }
  });
}

/** Node cannot wait for processes that it did not start itself; Python can. */
const waitForEnds = `
import os, select, sys
for pid in sys.argv[1:]:
    try:
        select.select([os.pidfd_open(int(pid))], [], [])
    except ProcessLookupError:
        pass
`;

/** Waits until nobody lives in a namespace: the last ones may end a moment after their pipes. */
async function waitUntilEmpty(namespace: string): Promise<void> {
  for (let left = findLiving(namespace); left.length > 0; left = findLiving(namespace)) {
    await once(spawn("python3", ["-c", waitForEnds, ...left]), "exit");
  }
}

function findSession(pid: number | undefined): string {
  const sessions = readdirSync("/tmp").filter((name) => name.startsWith("gatehouse-2"));
  const found = sessions.find((name) => {
    const told = join("/tmp", name, "session.json");
    return existsSync(told) && readFileSync(told, "utf8").includes(`"pid": ${pid},`);
  });
  if (found === undefined) throw new Error(`no session of ${pid}`);
  return join("/tmp", found);
}

/** Waits until a folder of /tmp is gone. */
async function waitUntilGone(path: string): Promise<void> {
  const watcher = watch("/tmp");
  try {
    while (existsSync(path)) await once(watcher, "change");
  } finally {
    watcher.close();
  }
}

function countMounts(): number {
  return readFileSync("/proc/self/mountinfo", "utf8").trim().split("\n").length;
}

describe.each(["bubblewrap", "podman"] as const)("with %s", (runtime) => {
  test.each([
    ["SIGKILL", null],
    // As V8 ends a process that has no memory left.
    ["SIGABRT", null],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("after %s of the front nothing is left", async (signal, code) => {
    const mounts = countMounts();
    const script = "sleep 100 & setsid sleep 100 & readlink /proc/self/ns/pid; exec sleep 100";
    const { child, ended } = lab.start(["sh", "-c", script], { runtime, options: rules });
    const [said] = child.stdout ? await once(child.stdout, "data") : [];
    const namespace = String(said).trim();
    expect(findLiving(namespace).length).toBeGreaterThan(2);
    const session = findSession(child.pid);
    const key = join(session, "ssl/ca-key.pem");
    expect(readFileSync(key, "utf8")).toContain("PRIVATE KEY");
    child.kill(signal);
    const ran = await ended;
    await waitUntilEmpty(namespace);
    await waitUntilGone(session);
    expect(ran.code).toBe(code);
    expect(countMounts()).toBe(mounts);
  });

  test("a fault in the proxy ends the command with 125, is said, and shows no token", async () => {
    const folders = lab.makeFolders();
    const fault = join(folders.home, "fault.cjs");
    const token = `ghp_${"a".repeat(36)}`;
    const fail = `Promise.reject(new Error("a fault with ${token}"));`;
    // Two in one turn: the second comes while the first is being said.
    writeFileSync(fault, `process.once("SIGUSR2", () => { ${fail} ${fail} });`);
    const { child, ended } = lab.start(["sh", "-c", "readlink /proc/self/ns/pid; exec sleep 100"], {
      runtime,
      options: rules,
      folders,
      env: { NODE_OPTIONS: `--require=${fault}` },
    });
    const [said] = child.stdout ? await once(child.stdout, "data") : [];
    const session = findSession(child.pid);
    child.kill("SIGUSR2");
    const { code, err } = await ended;
    expect(code).toBe(125);
    expect(err).toContain("Error: a fault with [secret]\n");
    expect(err).not.toContain(token);
    await waitUntilEmpty(String(said).trim());
    await waitUntilGone(session);
  });
});
