import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { UnfitWorkFolder, findWorkFolder } from "../../../src/firewall/sandbox/work-folder.ts";
import { makeFolder } from "../../temporary-folder.ts";

const folder = makeFolder;

test("a project directory is accepted as working directory, and a link to it is followed", () => {
  const home = folder("home");
  mkdirSync(join(home, "project"));
  symlinkSync(join(home, "project"), join(home, "now"));
  expect(findWorkFolder(join(home, "now"), home)).toBe(join(home, "project"));
});

test.each(["/", "/usr", "/etc/ssl", "/proc/self", "/tmp", "/var", "/run", "/dev/shm", "/usr/lib"])(
  "%s is rejected as working directory",
  (path) => {
    expect(() => findWorkFolder(path, "/home/mona")).toThrow(UnfitWorkFolder);
  },
);

test("/home and /root are also rejected for root, even if root's home is elsewhere", () => {
  for (const path of ["/home", "/root"]) {
    expect(() => findWorkFolder(path, "/github/home")).toThrow(
      `The command cannot work in ${path}: it is shared with other users.`,
    );
  }
});

test("the home directory and its parents are rejected, because they contain keys and accounts", () => {
  const home = folder("home");
  symlinkSync(home, join(home, "link"));
  for (const path of [home, join(home, ".."), join(home, "link")]) {
    expect(() => findWorkFolder(path, home)).toThrow(
      `The command cannot work in ${realpathSync(path)}: it contains your home directory, with keys and accounts.`,
    );
  }
});

test("a directory of accounts or keys is rejected, but a project in .config is accepted", () => {
  const home = folder("home");
  for (const name of [".ssh/sub", ".aws", ".config/gh", ".config/nvim"])
    mkdirSync(join(home, name), { recursive: true });
  for (const name of [".ssh", ".ssh/sub", ".aws", ".config", ".config/gh"])
    expect(() => findWorkFolder(join(home, name), home)).toThrow("accounts and keys");
  expect(findWorkFolder(join(home, ".config/nvim"), home)).toBe(join(home, ".config/nvim"));
});

test("a directory of keys is rejected at its real path, as is a parent of accounts", () => {
  const [home, disk] = [folder("home"), folder("disk")];
  mkdirSync(join(disk, "keys"));
  symlinkSync(join(disk, "keys"), join(home, ".ssh"));
  mkdirSync(join(home, ".local/share/keyrings"), { recursive: true });
  for (const path of [join(home, ".ssh"), join(disk, "keys"), join(home, ".local/share")])
    expect(() => findWorkFolder(path, home)).toThrow("accounts and keys");
});

test.each(["/var/lib", "/var/cache", "/var/log"])(
  "a directory of system state is rejected: %s",
  (path) => {
    expect(() => findWorkFolder(path, "/home/mona")).toThrow(
      `The command cannot work in ${path}: it is shared with other users.`,
    );
  },
);

test("a file or a missing path is rejected", () => {
  const location = folder("place");
  writeFileSync(join(location, "file"), "");
  expect(() => findWorkFolder(join(location, "file"), "/home/mona")).toThrow("it is a file");
  expect(() => findWorkFolder(join(location, "missing"), "/home/mona")).toThrow("ENOENT");
});
