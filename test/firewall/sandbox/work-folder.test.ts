import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { UnfitWorkFolder, findWorkFolder } from "../../../src/firewall/sandbox/work-folder.ts";
import { makeFolder } from "../../temporary-folder.ts";

const folder = makeFolder;

test("a project's folder is one to work in, and a link is followed", () => {
  const home = folder("home");
  mkdirSync(join(home, "project"));
  symlinkSync(join(home, "project"), join(home, "now"));
  expect(findWorkFolder(join(home, "now"), home)).toBe(join(home, "project"));
});

test.each(["/", "/usr", "/etc/ssl", "/proc/self", "/tmp", "/var", "/run", "/dev/shm", "/usr/lib"])(
  "%s is none",
  (path) => {
    expect(() => findWorkFolder(path, "/home/mona")).toThrow(UnfitWorkFolder);
  },
);

test("homes are none for root, either, wherever it is at home itself", () => {
  for (const path of ["/home", "/root"]) {
    expect(() => findWorkFolder(path, "/github/home")).toThrow(
      `The command cannot work in ${path}: it is shared with other users.`,
    );
  }
});

test("a home is rejected, and so are its parents, because they contain keys and logins", () => {
  const home = folder("home");
  symlinkSync(home, join(home, "link"));
  for (const path of [home, join(home, ".."), join(home, "link")]) {
    expect(() => findWorkFolder(path, home)).toThrow(
      `The command cannot work in ${realpathSync(path)}: it contains your home directory, with keys and accounts.`,
    );
  }
});

test("a directory of accounts or keys is none, and a project in .config is one", () => {
  const home = folder("home");
  for (const name of [".ssh/sub", ".aws", ".config/gh", ".config/nvim"])
    mkdirSync(join(home, name), { recursive: true });
  for (const name of [".ssh", ".ssh/sub", ".aws", ".config", ".config/gh"])
    expect(() => findWorkFolder(join(home, name), home)).toThrow("accounts and keys");
  expect(findWorkFolder(join(home, ".config/nvim"), home)).toBe(join(home, ".config/nvim"));
});

test("a directory of keys is rejected by its real path, and so is a parent of accounts", () => {
  const [home, disk] = [folder("home"), folder("disk")];
  mkdirSync(join(disk, "keys"));
  symlinkSync(join(disk, "keys"), join(home, ".ssh"));
  mkdirSync(join(home, ".local/share/keyrings"), { recursive: true });
  for (const path of [join(home, ".ssh"), join(disk, "keys"), join(home, ".local/share")])
    expect(() => findWorkFolder(path, home)).toThrow("accounts and keys");
});

test.each(["/var/lib", "/var/cache", "/var/log"])("state of the system is none: %s", (path) => {
  expect(() => findWorkFolder(path, "/home/mona")).toThrow(
    `The command cannot work in ${path}: it is shared with other users.`,
  );
});

test("a file is rejected, and so is a missing path", () => {
  const location = folder("place");
  writeFileSync(join(location, "file"), "");
  expect(() => findWorkFolder(join(location, "file"), "/home/mona")).toThrow("it is a file");
  expect(() => findWorkFolder(join(location, "missing"), "/home/mona")).toThrow("ENOENT");
});
