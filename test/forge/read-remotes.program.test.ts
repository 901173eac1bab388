import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readRemotes } from "../../src/forge/read-remotes.ts";
import { makeFolder } from "../temporary-folder.ts";

test("git is not waited for if a pipe is in place of the repository's settings", async () => {
  const folder = makeFolder("remotes");
  execFileSync("git", ["init", "-q", folder]);
  rmSync(join(folder, ".git/config"));
  execFileSync("mkfifo", [join(folder, ".git/config")]);
  const started = process.cwd();
  process.chdir(folder);
  onTestFinished(() => process.chdir(started));
  expect(await readRemotes({ limitMilliseconds: 200 })).toEqual({
    isClone: false,
    reason: "git did not respond",
  });
});
