import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toolFolders } from "../../../src/firewall/sandbox/tool-folders.ts";
import { makeFolder } from "../../temporary-folder.ts";

function makeHome(...folders: readonly string[]): string {
  const home = makeFolder("home");
  for (const folder of folders) mkdirSync(join(home, folder), { recursive: true });
  return home;
}

test("the system's own folders are there already", () => {
  expect(toolFolders("/usr/local/bin:/usr/bin:/bin:/opt/tool/bin", "/home/mona")).toEqual([]);
});

test("a version manager comes along whole: its programs on PATH only look for the real ones", () => {
  const home = makeHome(".pyenv/shims", ".nvm/versions/node/v20/bin");
  const path = [`${home}/.pyenv/shims`, `${home}/.nvm/versions/node/v20/bin`].join(":");
  expect(toolFolders(path, home)).toEqual([`${home}/.pyenv`, `${home}/.nvm`]);
});

test("of uv its tools and Pythons come along, and not the logins that it keeps beside them", () => {
  const uv = ".local/share/uv";
  const home = makeHome(`${uv}/tools/ruff/bin`, `${uv}/python/3.13`, `${uv}/credentials`);
  const found = toolFolders(join(home, uv, "tools/ruff/bin"), home);
  expect(found).toEqual([`${home}/${uv}/tools`, `${home}/${uv}/python`]);
});

test("of what else lies beside programs in a home nothing comes along", () => {
  const home = makeHome(
    ".local/bin",
    ".local/lib",
    ".cargo/bin",
    ".rustup",
    "bin",
    "lib",
    "go/bin",
    "go/lib",
  );
  const path = [".local/bin", ".cargo/bin", "bin", "go/bin"].map((name) => join(home, name));
  expect(toolFolders(path.join(":"), home)).toEqual([
    `${home}/.local/bin`,
    `${home}/.cargo/bin`,
    `${home}/.rustup`,
    `${home}/bin`,
    `${home}/go/bin`,
  ]);
});

test("an installation comes along whole, a folder of scripts alone", () => {
  const home = makeHome("node-20/bin", "node-20/lib", "scripts");
  const path = `${home}/node-20/bin:${home}/scripts`;
  expect(toolFolders(path, home)).toEqual([`${home}/node-20`, `${home}/scripts`]);
});

test("a link brings along what it leads to", () => {
  const home = makeHome("tools/real/bin");
  symlinkSync(join(home, "tools/real/bin"), join(home, "tools/now"));
  expect(toolFolders(`${home}/tools/now`, home)).toEqual([
    `${home}/tools/now`,
    `${home}/tools/real/bin`,
  ]);
});

test("no entry of PATH brings the home along, nor what is above it, nor what is not there", () => {
  const home = makeHome("a");
  const path = [home, join(home, ".."), "/", "", ".", "relative", `${home}/missing`].join(":");
  expect(toolFolders(path, home)).toEqual([]);
});
