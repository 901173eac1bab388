import { createPrivateKey } from "node:crypto";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, lstatSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { placeKey } from "../../../src/firewall/certificates/key-location.ts";
import { makeSessionCa } from "../../../src/firewall/certificates/session-ca.ts";
import { makeFolder } from "../../temporary-folder.ts";

function makeLocation(machine?: Parameters<typeof placeKey>[2]) {
  const { key } = makeSessionCa(new Date());
  const folder = makeFolder("key-place");
  const link = join(folder, "ca-key.pem");
  const location = placeKey(key, link, machine);
  onTestFinished(() => location.end());
  return { key, link, location, folder };
}

describe("the private key of a session", () => {
  test("is readable only for its owner through the link, and its file has no directory entry", () => {
    const { key, link } = makeLocation();
    expect(createPrivateKey(readFileSync(link)).equals(key)).toBe(true);
    const { mode, nlink, uid } = statSync(link);
    expect([mode & 0o777, nlink, uid]).toEqual([0o600, 0, process.getuid?.()]);
  });

  test("has mode 0600 regardless of the umask", () => {
    const link = join(makeFolder("key-place"), "ca-key.pem");
    const before = process.umask(0o777);
    onTestFinished(() => void process.umask(before));
    const location = placeKey(makeSessionCa(new Date()).key, link);
    onTestFinished(() => location.end());
    expect(statSync(link).mode & 0o777).toBe(0o600);
  });

  test("is not inherited by child processes", () => {
    makeLocation();
    const { stdout } = spawnSync("ls", ["-l", "/proc/self/fd"], { encoding: "utf8" });
    expect(stdout).toContain("/proc/");
    expect(stdout).not.toContain("gatehouse");
    expect(stdout).not.toContain("deleted");
  });

  test.runIf(process.getuid?.() === 0)("cannot be read by another user", () => {
    const { link } = makeLocation();
    const { status, stderr } = spawnSync("cat", [link], {
      uid: 65534,
      gid: 65534,
      encoding: "utf8",
    });
    expect(status).not.toBe(0);
    expect(stderr).toContain("Permission denied");
  });

  test("is deleted together with its link when it is closed, and a second close changes nothing", () => {
    const { link, location } = makeLocation();
    location.end();
    expect(lstatSync(link, { throwIfNoEntry: false })).toBeUndefined();
    writeFileSync(link, "another's");
    location.end();
    expect(readFileSync(link, "utf8")).toBe("another's");
  });

  test("is deleted when its process exits or is killed, so that its link dangles", async () => {
    const link = join(makeFolder("key-place"), "ca-key.pem");
    const program = new URL("store-key-child.ts", import.meta.url).pathname;
    const child = spawn(process.execPath, ["--import", "tsx", program, link], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const [text] = await once(child.stdout, "data");
    expect(String(text)).toBe("link\n");
    expect(readFileSync(link, "utf8")).toContain("PRIVATE KEY");
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(existsSync(link)).toBe(false);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
  });
});

describe("if the key file cannot be created", () => {
  const disk = new URL(".", import.meta.url).pathname;
  test.each([
    [disk, `${disk} is not an in-memory file system`],
    ["/nonexistent", "this machine cannot create a file that exists only in memory (ENOENT)"],
  ])("the key remains in memory, and the reason is reported: %s", (sharedMemory, reason) => {
    const { location, link } = makeLocation({ sharedMemory });
    expect(location).toMatchObject({ kind: "memory", reason });
    expect(lstatSync(link, { throwIfNoEntry: false })).toBeUndefined();
  });

  test("an existing file at the path is not overwritten", () => {
    const { link, key } = makeLocation();
    const target = lstatSync(link).ino;
    expect(placeKey(key, link)).toMatchObject({
      kind: "memory",
      reason: expect.stringContaining("EEXIST"),
    });
    expect(lstatSync(link).ino).toBe(target);
  });
});
