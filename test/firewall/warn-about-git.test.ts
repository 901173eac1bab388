import { expect, test } from "vitest";
import { warnAboutGit } from "../../src/firewall/warn-about-git.ts";
import { bind } from "../../src/firewall/sandbox/mount.ts";

const warn = (mountable?: string, mounts = [bind("/data")]) =>
  warnAboutGit({
    workFolder: "/work",
    mounts,
    git: { mounts: [], refused: { path: "/r/.git", ...(mountable && { mountable }) } },
  });

test("a Git directory that is not shown is named with the option that shows it", () => {
  const [warning] = warn("/r/.git");
  expect(warning).toContain("its .git file points to /r/.git, which is not shown");
  expect(warning).toContain("If it does, add --mount /r/.git:/r/.git:ro.");
});

test("no option is suggested for a directory that a command may have chosen", () => {
  expect(warn()).toEqual([expect.not.stringContaining("--mount")]);
});

test("a Git directory that the operator mounts needs no warning", () => {
  expect(warn("/r/.git", [bind("/r")])).toEqual([]);
});
