import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { findTracked, findUnseen } from "../../../src/firewall/files/find-unseen.ts";
import { makeFolder } from "../../temporary-folder.ts";

function makeRepository() {
  const folder = makeFolder("work");
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-C", folder, ...args], { stdio: "pipe" });
  git("init", "--quiet");
  const write = (name: string, text = "") => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  write(".gitignore", "ignored\nnested\n");
  for (const name of ["kept", "assumed", "skipped"]) write(name);
  git("add", ".");
  git("update-index", "--assume-unchanged", "assumed");
  git("update-index", "--skip-worktree", "skipped");
  return { folder, git };
}

async function unseen(folder: string, paths: readonly string[], repositories: string[] = []) {
  const changes = paths.map((path) => ({ path, change: "changed" as const }));
  return (await findUnseen(changes, { folder, repositories })).map(({ path }) => path);
}

test("changes are kept if git ignores them or does not check them", async () => {
  const { folder } = makeRepository();
  const shown = ["kept", "new", ".gitignore", "dir/new"];
  const kept = ["ignored/x", "assumed", "skipped", ".git/config", ".git/hooks/x", ".git/refs/a"];
  expect(await unseen(folder, [...shown, ...kept])).toEqual(kept);
  expect(await unseen(folder, [".git/index", ".git/objects/ab/cd", ".git/logs/HEAD"])).toEqual([]);
});

test("files of another repository are kept only if its directory is ignored", async () => {
  const { folder } = makeRepository();
  for (const name of ["nested", "shown"]) {
    mkdirSync(join(folder, name));
    execFileSync("git", ["init", "--quiet", join(folder, name)]);
  }
  const paths = ["nested/a", "shown/a", "shown/.git/hooks/x"];
  expect(await unseen(folder, paths, ["nested", "shown"])).toEqual([
    "nested/a",
    "shown/.git/hooks/x",
  ]);
});

test("all changes are kept outside of a repository, or if status hides untracked files", async () => {
  expect(await unseen(makeFolder("plain"), ["a", "b/c"])).toEqual(["a", "b/c"]);
  const { folder, git } = makeRepository();
  git("config", "status.showUntrackedFiles", "no");
  expect(await unseen(folder, ["kept", "new"])).toEqual(["new"]);
});

test("tracked files are found by their exact names", async () => {
  const { folder } = makeRepository();
  expect(await findTracked(folder, ["kept", "new", "*"])).toEqual(["kept"]);
  expect(await findTracked(folder, [])).toEqual([]);
  expect(await findTracked(makeFolder("plain"), ["kept"])).toEqual([]);
});
