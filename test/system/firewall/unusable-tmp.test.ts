import { execFile } from "node:child_process";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLab, type Lab } from "./lab.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

/** Runs a script in a mount namespace with its own /tmp. The lab is at /mnt there. */
function runWithTmp(mounts: readonly string[], script: string) {
  const base = ["--bind", "/", "/", "--dev-bind", "/dev", "/dev", "--proc", "/proc"];
  const work = lab.makeFolders().work.replace(lab.folder, "/mnt");
  const args = [...base, "--bind", lab.folder, "/mnt", ...mounts, "--chdir", work];
  const env = { PATH: process.env["PATH"], TMPDIR: work, HOME: "/mnt" };
  return new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile("bwrap", [...args, "sh", "-c", script], { env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
  });
}

const run = `"${process.execPath}" /mnt/program/cli.js firewall --allow-domains a.test -- true`;

test("a read-only /tmp is reported with its path, although TMPDIR is set", async () => {
  const { code, err } = await runWithTmp(["--ro-bind", "/tmp", "/tmp"], run);
  expect(code).toBe(125);
  expect(err).toContain("session's directory in /tmp: the file system is read-only.");
  expect(err).toContain("even if TMPDIR is set");
});

test("a full /tmp is reported, and no session's directory is left", async () => {
  const fill = "head -c 100000 /dev/zero > /tmp/filler 2> /dev/null";
  const { out, err } = await runWithTmp(
    ["--size", "4096", "--tmpfs", "/tmp"],
    `${fill}; ${run}; echo "code $?"; ls /tmp`,
  );
  expect(err).toContain("session's directory in /tmp: the disk is full.");
  expect(out).toMatch(/^code 125\n/);
  expect(out).not.toContain("gatehouse-");
});
