import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bind, bindWritable } from "../../../src/firewall/sandbox/mount.ts";
import { writableLocations } from "../../../src/firewall/sandbox/writable-locations.ts";
import { makeFolder } from "../../temporary-folder.ts";

function layOut(...folders: readonly string[]) {
  const root = makeFolder("writable-locations");
  const home = join(root, "home");
  for (const folder of ["", ...folders]) mkdirSync(join(home, folder), { recursive: true });
  const at = (name: string) => join(home, name);
  const locate = (workFolder: string, startedIn = workFolder, mounts = [bind(at("read"))]) =>
    writableLocations({ workFolder: at(workFolder), startedIn: at(startedIn), mounts, home });
  return { root, home, at, locate };
}

test("the command's working directory and writable mounts are writable locations", () => {
  const { at, locate } = layOut("work");
  const mounts = [bind(at("read")), bindWritable(at("data"), "/tmp/data")];
  expect(locate("work", "work", mounts)).toEqual([at("work"), at("data")]);
});

test("the directory in which gatehouse was started is a writable location", () => {
  const { at, locate } = layOut("work", "real");
  symlinkSync(at("real"), at("link"));
  expect(locate("work", "link")).toEqual([at("work"), at("real")]);
});

test("the enclosing repository is a writable location, also for a worktree", () => {
  const { at, locate } = layOut("a/.git", "a/packages/one", "b/two");
  writeFileSync(at("b/.git"), "gitdir: elsewhere");
  expect(locate("a/packages/one", "b/two")).toEqual([
    at("a/packages/one"),
    at("b/two"),
    at("a"),
    at("b"),
  ]);
});

test("a repository that an earlier command created inside does not replace the enclosing repository", () => {
  const { at, locate } = layOut("a/.git", "a/one/.git");
  expect(locate("a/one")).toEqual([at("a/one"), at("a")]);
});

test("neither the home nor a directory above it is a writable location, even if it is a repository", () => {
  const { root, at, locate } = layOut("work", ".git");
  mkdirSync(join(root, ".git"));
  expect(locate("work", "")).toEqual([at("work")]);
});

test("a directory that is rejected as a working directory is not a writable location", () => {
  const { root, home, at } = layOut("work");
  expect(
    writableLocations({ workFolder: at("work"), startedIn: "/usr", mounts: [], home }),
  ).toEqual([at("work")]);
  expect(
    writableLocations({ workFolder: at("work"), startedIn: join(root, "none"), mounts: [], home }),
  ).toEqual([at("work")]);
});

test("the home is a writable location if it is a writable mount", () => {
  const { home, at, locate } = layOut("work");
  expect(locate("work", "work", [bindWritable(home, "/tmp/home")])).toContain(home);
  expect(locate("work", "work", [bindWritable(home, "/tmp/home")])).toContain(at("work"));
});
