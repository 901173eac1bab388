import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findGitFolders } from "../../../src/firewall/sandbox/git-folders.ts";
import { bind } from "../../../src/firewall/sandbox/mount.ts";
import { makeFolder } from "../../temporary-folder.ts";

const caller = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, home: "/home/mona" };

function git(folder: string, ...words: readonly string[]): void {
  const settings = ["user.name=Mona", "user.email=mona@example.com", "protocol.file.allow=always"];
  const args = settings.flatMap((each) => ["-c", each]);
  const env = { PATH: process.env["PATH"], GIT_CONFIG_GLOBAL: "/dev/null" };
  execFileSync("git", [...args, ...words], { cwd: folder, stdio: "ignore", env });
}

/** Creates a repository with a commit, a linked worktree beside it, and one inside it. */
function makeRepository() {
  const folder = makeFolder("repositories");
  const at = (name: string) => join(folder, name);
  git(folder, "init", "-q", "main");
  git(at("main"), "commit", "-q", "--allow-empty", "-m", "first");
  git(at("main"), "worktree", "add", "-q", at("linked"));
  git(at("main"), "worktree", "add", "-q", at("main/.trees/inner"));
  return { folder, at };
}

const find = (workFolder: string, more: Partial<Parameters<typeof findGitFolders>[0]> = {}) =>
  findGitFolders({ workFolder, caller, writable: [workFolder], ...more });

/** Replaces the `.git` file, as a command in the working directory could. */
const point = (workFolder: string, path: string) =>
  writeFileSync(join(workFolder, ".git"), `gitdir: ${path}\n`);

test("the repository of a linked worktree is mounted read-only", () => {
  const { at } = makeRepository();
  expect(find(at("linked"))).toEqual({ mounts: [bind(at("main/.git"))] });
});

test("the repository around a worktree is mounted, although an earlier command can write to it", () => {
  const { at } = makeRepository();
  const writable = [at("main"), at("main/.trees/inner")];
  const found = find(at("main/.trees/inner"), { writable });
  expect(found).toEqual({ mounts: [bind(at("main/.git"))] });
});

test("a worktree with relative paths is supported", () => {
  const { at } = makeRepository();
  point(at("linked"), "../main/.git/worktrees/linked");
  writeFileSync(at("main/.git/worktrees/linked/gitdir"), "../../../../linked/.git\n");
  expect(find(at("linked"))).toEqual({ mounts: [bind(at("main/.git"))] });
});

test("only the Git directory of a submodule is mounted", () => {
  const { at } = makeRepository();
  git(at("main"), "submodule", "add", "-q", at("linked"), "part");
  const found = find(at("main/part"), { writable: [at("main"), at("main/part")] });
  expect(found).toEqual({ mounts: [bind(at("main/.git/modules/part"))] });
});

test("an ordinary repository and a directory without Git need no mount", () => {
  const { folder, at } = makeRepository();
  expect(find(at("main"))).toEqual({ mounts: [] });
  expect(find(folder)).toEqual({ mounts: [] });
});

describe("nothing is mounted if the .git file of a hostile project names", () => {
  test.each([
    ["keys", (at: (name: string) => string) => at("home/.ssh")],
    ["a missing directory", (at) => at("missing")],
    ["the root directory", () => "/"],
  ] as [string, (at: (name: string) => string) => string][])("%s", (_, target) => {
    const { at } = makeRepository();
    mkdirSync(at("home/.ssh"), { recursive: true });
    point(at("linked"), target(at));
    const found = find(at("linked"), { caller: { ...caller, home: at("home") } });
    expect(found).toEqual({ mounts: [], refused: { path: target(at) } });
  });

  test("another repository, which is not suggested either", () => {
    const { at } = makeRepository();
    git(at("."), "init", "-q", "private");
    point(at("linked"), at("private/.git"));
    const path = at("private/.git");
    expect(find(at("linked"))).toEqual({ mounts: [], refused: { path } });
  });

  test("the worktree of another directory", () => {
    const { at } = makeRepository();
    point(at("linked"), at("main/.git/worktrees/inner"));
    expect(find(at("linked"))).toMatchObject({ mounts: [], refused: {} });
  });

  test("another repository whose setting an earlier command there has changed", () => {
    const { at } = makeRepository();
    git(at("."), "init", "-q", "private");
    git(at("private"), "config", "core.worktree", at("linked"));
    point(at("linked"), at("private/.git"));
    expect(find(at("linked"))).toMatchObject({ mounts: [], refused: {} });
  });

  test("the submodule of another directory", () => {
    const { at } = makeRepository();
    git(at("main"), "submodule", "add", "-q", at("linked"), "part");
    point(at("linked"), at("main/.git/modules/part"));
    expect(find(at("linked"))).toMatchObject({ mounts: [], refused: {} });
  });

  test("keys that look like a Git directory", () => {
    const { at } = makeRepository();
    mkdirSync(at("home"));
    cpSync(at("main/.git"), at("home/.ssh"), { recursive: true });
    point(at("linked"), at("home/.ssh/worktrees/linked"));
    const home = at("home");
    const { mounts, refused } = find(at("linked"), { caller: { ...caller, home } });
    expect({ mounts, refused }).toEqual({
      mounts: [],
      refused: { path: at("home/.ssh/worktrees/linked") },
    });
  });

  test("a directory through a link that a command can change", () => {
    const { at } = makeRepository();
    symlinkSync(at("main/.git"), at("linked/there"));
    point(at("linked"), at("linked/there/worktrees/linked"));
    expect(find(at("linked"))).toMatchObject({ mounts: [], refused: {} });
  });

  test("a directory whose shared directory is another one", () => {
    const { at } = makeRepository();
    git(at("."), "init", "-q", "private");
    writeFileSync(at("main/.git/worktrees/linked/commondir"), at("private/.git"));
    expect(find(at("linked")).mounts).toEqual([]);
  });

  test("a directory whose file only links to the text of a worktree", () => {
    const { at } = makeRepository();
    const back = at("main/.git/worktrees/linked/gitdir");
    renameSync(back, at("text"));
    symlinkSync(at("text"), back);
    expect(find(at("linked")).mounts).toEqual([]);
  });

  test("a directory that another user can replace, which is only suggested", () => {
    const { at } = makeRepository();
    chmodSync(at("main"), 0o777);
    const path = at("main/.git/worktrees/linked");
    const mountable = at("main/.git");
    expect(find(at("linked"))).toEqual({ mounts: [], refused: { path, mountable } });
  });

  test("a directory around the working directory", () => {
    const { folder, at } = makeRepository();
    git(folder, "clone", "-q", "--bare", "main", "bare");
    git(at("bare"), "worktree", "add", "-q", at("bare/tree"), "-b", "tree");
    expect(find(at("bare/tree"))).toEqual({
      mounts: [],
      refused: { path: at("bare/worktrees/tree") },
    });
  });
});
