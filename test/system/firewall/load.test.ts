import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { bundleInside } from "./bundle-inside.ts";
import { openLab, type Lab } from "./lab.ts";
import { readUntil } from "./read-until.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

const rules = ["--ssl-bump", "--allow-domains", "b.test"];
const sh = (script: string) => ["sh", "-c", script];

/** Returns the peak memory of a process in MB. */
function peakMemory(pid: number | undefined): number {
  const found = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(found?.[1]) / 1024;
}

test("lost lines of a log on a full disk are reported, and the command's code is kept", async () => {
  const folders = lab.makeFolders();
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=8k,mode=0755", "none", folders.logs]);
  onTestFinished(() => void execFileSync("umount", [folders.logs]));
  const many = `for (let i = 0; i < 300; i += 1) await (await fetch("http://127.0.0.1:3128/")).text();
    process.exitCode = 42;`;
  const ran = await lab.run(["node", "--input-type=module", "-e", many], {
    folders,
    options: rules,
  });
  expect(ran.code).toBe(42);
  expect(ran.err).toMatch(/log/i);
  expect(ran.err).toContain("ENOSPC");
});

test.each(["root", "nobody"] as const)(
  "an unwritable log only adds a message, as %s",
  async (as) => {
    const made = lab.makeFolders(as);
    chmodSync(made.logs, 0o555);
    const folders = { ...made, logs: as === "root" ? "/dev/null/logs" : made.logs };
    const command = sh("curl -s https://b.test/ok/hello; exit 42");
    const ran = await lab.run(command, { as, folders, options: rules });
    expect(ran).toMatchObject({ code: 42, out: "origin of b.test\n" });
    expect(ran.err).toMatch(/The log is missing 1 line.*(?:EACCES|ENOTDIR)/s);
  },
);

/**
 * Number of bytes in each direction: a tenth of a gigabyte, or two gigabytes with `GATEHOUSE_BIG`.
 */
const bytes = process.env["GATEHOUSE_BIG"] ? 2_000_000_000 : 100_000_000;

test("streams of any length pass both ways in bounded memory", async () => {
  const script = `curl -s 'https://b.test/ok/big?${bytes}' | wc -c
    curl -s --http1.1 'https://b.test/ok/big?${bytes}' | wc -c
    head -c ${bytes} /dev/zero | curl -s -T - https://b.test/ok/count
    head -c ${bytes} /dev/zero | curl -s --http1.1 -T - https://b.test/ok/count
    echo done; read -r _; exit 42`;
  const started = lab.start(sh(script), { options: rules, keepsStdin: true });
  const { child, ended } = started;
  const text = await readUntil(started, /done\n/);
  const peak = peakMemory(child.pid);
  child.stdin?.end("\n");
  expect(text).toBe(`${`${bytes}\n`.repeat(4)}done\n`);
  expect(peak).toBeLessThan(400);
  expect((await ended).code).toBe(42);
});

test("thousands of open connections, half of them with an incomplete request, do not block other clients", async () => {
  const folders = lab.makeFolders();
  await bundleInside("crowd", folders.work);
  // Both ends count, so the limit allows twice as many descriptors.
  const limit = Number(execFileSync("sh", ["-c", "ulimit -Hn"], { encoding: "utf8" })) || 1e6;
  const count = Math.min(10_000, Math.floor(limit / 2) - 500);
  const started = lab.start(["node", "crowd.mjs", String(count)], {
    folders,
    options: rules,
    keepsStdin: true,
  });
  const { child, ended } = started;
  const text = await readUntil(started, /\n/);
  const peak = peakMemory(child.pid);
  child.stdin?.end();
  expect(text).toBe(`${count} origin of b.test\n`);
  expect(peak).toBeLessThan(700);
  expect((await ended).code).toBe(42);
});
