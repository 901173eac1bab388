import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  findLiving,
  findMountsOf,
  listMounts,
  waitUntilEmpty,
  waitUntilGone,
  waitUntilUnmounted,
} from "./gone.ts";
import { openLab, type Lab } from "./lab.ts";
import { readUntil } from "./read-until.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const rules = ["--ssl-bump", "--allow-domains", "b.test"];
function findSession(pid: number | undefined): string {
  const sessions = readdirSync("/tmp").filter((name) => name.startsWith("gatehouse-2"));
  const found = sessions.find((name) => {
    const reported = join("/tmp", name, "session.json");
    return existsSync(reported) && readFileSync(reported, "utf8").includes(`"pid": ${pid},`);
  });
  if (found === undefined) throw new Error(`no session of ${pid}`);
  return join("/tmp", found);
}

describe.each(["bubblewrap", "podman"] as const)("with %s", (runtime) => {
  test.each([
    ["SIGKILL", null],
    // V8 aborts a process that is out of memory.
    ["SIGABRT", null],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("after %s to the front process, nothing is left", async (signal, code) => {
    const before = listMounts();
    const script = "sleep 100 & setsid sleep 100 & readlink /proc/self/ns/pid; exec sleep 100";
    const started = lab.start(["sh", "-c", script], { runtime, options: rules });
    const { child, ended } = started;
    const namespace = (await readUntil(started, /\n/)).trim();
    expect(findLiving(namespace).length).toBeGreaterThan(2);
    const session = findSession(child.pid);
    const key = join(session, "ssl/ca-key.pem");
    expect(readFileSync(key, "utf8")).toContain("PRIVATE KEY");
    const mounted = findMountsOf(namespace, before);
    expect(mounted.length > 0).toBe(runtime === "podman");
    child.kill(signal);
    const ran = await ended;
    await waitUntilEmpty(namespace);
    await waitUntilGone(session);
    await waitUntilUnmounted(mounted);
    const ours = listMounts().filter((line) => line.includes(session) || line.includes(lab.folder));
    expect(ours).toEqual([]);
    expect(ran.code).toBe(code);
  });

  test("a fault in the proxy stops the command with 125, is reported, and reveals no token", async () => {
    const folders = lab.makeFolders();
    const fault = join(folders.home, "fault.cjs");
    const token = `ghp_${"a".repeat(36)}`;
    const fail = `Promise.reject(new Error("a fault with ${token}"));`;
    // Two faults in one turn: the second occurs while the first is being reported.
    writeFileSync(fault, `process.once("SIGUSR2", () => { ${fail} ${fail} });`);
    const started = lab.start(["sh", "-c", "readlink /proc/self/ns/pid; exec sleep 100"], {
      runtime,
      options: rules,
      folders,
      env: { NODE_OPTIONS: `--require=${fault}` },
    });
    const { child, ended } = started;
    const namespace = (await readUntil(started, /\n/)).trim();
    const session = findSession(child.pid);
    child.kill("SIGUSR2");
    const { code, err } = await ended;
    expect(code).toBe(125);
    expect(err).toContain("Error: a fault with [secret]\n");
    expect(err).not.toContain(token);
    await waitUntilEmpty(namespace);
    await waitUntilGone(session);
  });
});
