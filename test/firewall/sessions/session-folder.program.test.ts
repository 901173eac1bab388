import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  watch,
} from "node:fs";
import { constants } from "node:os";
import { basename, join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { makeSessionFolder } from "../../../src/firewall/sessions/session-folder.ts";
import { listSessions } from "../../../src/firewall/sessions/list-sessions.ts";
import { makeFolder } from "../../temporary-folder.ts";

const now = new Date("2026-03-04T05:06:07.890Z");
const reported = {
  command: "npm",
  runtime: "bubblewrap",
  runtimeReason: "it is there and starts",
  rules: ["example.com"],
  logs: "/tmp/proxy-logs-x",
};
const ca = { subject: "CA 1", fingerprint: "AB:CD", notAfter: now.toISOString(), key: "in memory" };

/**
 * Starts a process with a session of its own.
 * @param user the user for whom root creates it
 */
async function startSession(...user: readonly string[]) {
  const parent = makeFolder("sessions");
  chmodSync(parent, 0o1777);
  const program = new URL("session-child.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, ["--import", "tsx", program, parent, ...user], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [text] = await once(child.stdout, "data");
  return { parent, child, path: String(text).trim() };
}

/** Waits until a directory is deleted. */
async function isRemoved(path: string): Promise<void> {
  const watcher = watch(join(path, ".."));
  try {
    while (existsSync(path)) await once(watcher, "change");
  } finally {
    watcher.close();
  }
}

describe("the session directory", () => {
  test("has paths for the key, the certificate, and the session's description", () => {
    const parent = makeFolder("sessions");
    const folder = makeSessionFolder(now, { parent });
    folder.keepCertificate("a certificate\n");
    folder.record({ ...reported, ca });
    expect(basename(folder.path)).toBe(`gatehouse-20260304-050607-${folder.id}`);
    expect(readFileSync(join(folder.path, "ssl/ca-cert.pem"), "utf8")).toBe("a certificate\n");
    expect(readdirSync(join(folder.path, "ssl"))).toEqual(["ca-cert.pem"]);
    expect(folder.keyPath).toBe(join(folder.path, "ssl/ca-key.pem"));
    const modes = [folder.path, join(folder.path, "ssl"), join(folder.path, "session.json")];
    expect(modes.map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700, 0o600]);
    const [found] = listSessions({ parent });
    expect(found).toMatchObject({ state: "running", id: folder.id });
    const whose = { id: folder.id, startedAt: now.toISOString() };
    expect(found?.session).toMatchObject({
      ...reported,
      ca,
      ...whose,
      process: { pid: process.pid },
    });
    folder.end();
    expect(readdirSync(parent)).toEqual([]);
  });

  test("can be closed twice, and is deleted with its links, but not their targets", () => {
    const parent = makeFolder("sessions");
    const elsewhere = makeFolder("elsewhere");
    symlinkSync("/etc/hostname", join(elsewhere, "kept"));
    const folder = makeSessionFolder(now, { parent });
    symlinkSync(elsewhere, folder.keyPath);
    folder.end();
    folder.end();
    expect(existsSync(folder.path)).toBe(false);
    expect(readdirSync(elsewhere)).toEqual(["kept"]);
  });

  test("is deleted soon after its process is killed", async () => {
    const { child, path } = await startSession();
    expect(existsSync(path)).toBe(true);
    child.kill("SIGKILL");
    await isRemoved(path);
  });

  test.runIf(process.getuid?.() === 0)(
    "created by root for a user is owned by the user, and is deleted just as reliably",
    async () => {
      const { parent, child, path } = await startSession("65534");
      const nobody = { uid: 65_534, gid: 65_534 };
      for (const name of [".", "session.json", "ssl", "ssl/ca-cert.pem"]) {
        expect(statSync(join(path, name))).toMatchObject(nobody);
      }
      expect(listSessions({ parent, owner: nobody })).toMatchObject([{ state: "running", path }]);
      expect(listSessions({ parent })).toEqual([]);
      child.kill("SIGKILL");
      await isRemoved(path);
    },
  );

  test("does not keep its process running, and is deleted when the process exits", async () => {
    const { child, path } = await startSession();
    child.stdin.end("end\n");
    const [code] = await once(child, "exit");
    expect(code).toBe(0);
    expect(existsSync(path)).toBe(false);
  });

  test("has a cleanup process that survives signals from a terminal or to its process group", async () => {
    const { parent, child, path } = await startSession();
    const guardian = guardianOf(child.pid ?? 0, path);
    const fields = readFileSync(`/proc/${guardian}/stat`, "latin1").split(") ")[1]?.split(" ");
    // It has a session and a process group of its own: the third and the fourth field after its
    // name.
    expect(fields?.slice(2, 4)).toEqual([String(guardian), String(guardian)]);
    await isDeaf(guardian);
    process.kill(guardian, "SIGTERM");
    process.kill(guardian, "SIGHUP");
    child.kill("SIGKILL");
    await isRemoved(path);
    expect(readdirSync(parent)).toEqual([]);
  });
});

/** Returns the child of that process whose arguments contain this directory. */
function guardianOf(pid: number, path: string): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
  const isReported = (child: string) =>
    readFileSync(`/proc/${child}/cmdline`, "utf8").includes(path);
  const guardian = Number(children.find(isReported));
  expect(guardian).toBeGreaterThan(1);
  return guardian;
}

/**
 * Waits until a guardian's shell has installed its trap, which is visible only in the kernel's
 * process status.
 */
async function isDeaf(guardian: number): Promise<void> {
  const terminated = 1n << BigInt(constants.signals.SIGTERM - 1);
  for (;;) {
    const status = readFileSync(`/proc/${guardian}/status`, "utf8");
    const ignored = /^SigIgn:\s*(\w+)$/m.exec(status)?.[1] ?? "0";
    if ((BigInt(`0x${ignored}`) & terminated) !== 0n) return;
    await setImmediate();
  }
}
