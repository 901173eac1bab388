import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findUnreadable } from "../../../src/firewall/sandbox/find-unreadable.ts";
import { bind } from "../../../src/firewall/sandbox/mount.ts";
import {
  hiddenSettings,
  showSystem,
  systemMounts,
} from "../../../src/firewall/sandbox/system-mounts.ts";
import { makeFolder } from "../../temporary-folder.ts";

function makeSettings(): string {
  const folder = makeFolder("etc");
  chmodSync(folder, 0o755);
  for (const name of ["ssl/private", "app", "sudoers.d"]) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  for (const name of ["shadow", "passwd", "app/key", "app/plain", "sudoers.d/mona"]) {
    writeFileSync(join(folder, name), "");
  }
  for (const name of ["shadow", "app/key", "sudoers.d/mona"]) chmodSync(join(folder, name), 0o600);
  return folder;
}

test("settings that provide access to keys are hidden from every user", () => {
  const folder = makeSettings();
  expect(hiddenSettings(folder, [])).toEqual([
    { kind: "hidden", target: `${folder}/shadow` },
    { kind: "empty", target: `${folder}/sudoers.d`, isWritable: false },
    { kind: "empty", target: `${folder}/ssl/private`, isWritable: false },
  ]);
});

test("files that not all users can read are hidden from root, which could otherwise read its own files", async () => {
  const folder = makeSettings();
  const unreadable = await findUnreadable(0, [folder]);
  const targets = hiddenSettings(folder, unreadable).map(({ target }) => target);
  expect(targets).toContain(`${folder}/app/key`);
  expect(targets).not.toContain(`${folder}/app/plain`);
  expect(targets).not.toContain(`${folder}/passwd`);
  // A hidden directory also hides its content, so a cover below it would lack a target.
  expect(targets).not.toContain(`${folder}/sudoers.d/mona`);
});

test("system directories are mounted one by one and read-only, and the root is not mounted", () => {
  const mounts = systemMounts([]);
  expect(mounts.map(({ target }) => target)).toContain("/usr");
  expect(mounts.map(({ target }) => target)).not.toContain("/");
  expect(mounts.filter((mount) => "isWritable" in mount && mount.isWritable)).toEqual([]);
  const locations = mounts.map(({ target }) => target);
  for (const location of ["/run", "/var", "/home", "/root", "/tmp", "/sys", "/proc", "/dev"]) {
    expect(locations).not.toContain(location);
  }
});

test("for users other than root, file permissions are sufficient, so no more files are hidden", async () => {
  expect(await findUnreadable(1000, [makeSettings()])).toEqual([]);
});

test("a directory that lacks a mount point is mounted entry by entry, so the point can be created", async () => {
  const usr = makeFolder("usr");
  const at = (name: string) => join(usr, name);
  for (const name of ["bin", "local/bin"]) mkdirSync(at(name), { recursive: true });
  symlinkSync("bin", at("sbin"));
  const server = createServer().listen(at("local/socket"));
  onTestFinished(() => void server.close());
  await once(server, "listening");
  expect(showSystem(usr, [])).toEqual([bind(usr)]);
  expect(showSystem(usr, [at("local/share/certificates")])).toEqual([
    bind(at("bin")),
    bind(at("local/bin")),
    { kind: "link", target: at("sbin"), to: "bin" },
  ]);
});
