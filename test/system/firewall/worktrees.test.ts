import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLab, type Lab } from "./lab.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await openLab();
});
afterAll(() => lab.close());

/** Creates a linked worktree in the working directory, and a second repository. */
function makeWorktree() {
  const folders = lab.makeFolders("nobody");
  const script = `git init -q ../main && cd ../main && git commit -q --allow-empty -m first
    git worktree add -q ../work && git init -q ../private && echo secret > ../private/.git/secret`;
  const settings = {
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_AUTHOR_NAME: "M",
    GIT_AUTHOR_EMAIL: "m@x",
  };
  const env = {
    PATH: process.env["PATH"],
    ...settings,
    GIT_COMMITTER_NAME: "M",
    GIT_COMMITTER_EMAIL: "m@x",
  };
  execFileSync("sh", ["-ec", script], { cwd: folders.work, env, uid: 65_534, gid: 65_534 });
  return folders;
}

test("git works in a linked worktree, but the command cannot change hooks and settings", async () => {
  const folders = makeWorktree();
  const tries = ["hooks/pre-commit", "config", "worktrees/work/config.worktree"];
  const writes = tries.map((name) => `echo x 2>/dev/null >> ../main/.git/${name} || echo closed`);
  const { code, out, err } = await lab.run(
    ["sh", "-c", `touch new; git status -s && git log --format=%s; ${writes.join("; ")}`],
    { as: "nobody", folders },
  );
  expect({ code, out, err }).toEqual({
    code: 0,
    out: "?? new\nfirst\nclosed\nclosed\nclosed\n",
    err: "",
  });
});

test("a .git file that names another repository shows nothing of it, and is reported", async () => {
  const folders = makeWorktree();
  const path = join(folders.work, "../private/.git");
  writeFileSync(join(folders.work, ".git"), `gitdir: ${path}\n`);
  const { out, err } = await lab.run(["sh", "-c", `cat ${path}/secret; git status 2>&1`], {
    as: "nobody",
    folders,
  });
  expect(out).toContain("not a git repository");
  expect(err).toContain("No such file or directory");
  expect(err).toContain("Git does not work in");
});
