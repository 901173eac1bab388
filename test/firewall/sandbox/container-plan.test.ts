import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { UnkeepableFile, planContainer } from "../../../src/firewall/sandbox/container-plan.ts";
import { bindWritable } from "../../../src/firewall/sandbox/mount.ts";
import { makeFolder } from "../../temporary-folder.ts";

const caller = { uid: 1000, gid: 1000, name: "mona", home: "/home/mona", cameBySudo: false };

function plan(workFolder: string, kept: readonly string[], more: object = {}) {
  const { mounts } = planContainer({
    caller,
    workFolder,
    path: "",
    mounts: [],
    files: [],
    kept,
    ...more,
  });
  return mounts.slice(mounts.findLastIndex(({ target }) => target === workFolder) + 1);
}

test("the home is empty, and the working folder lies over it", () => {
  const workFolder = "/home/mona/project";
  const { mounts } = planContainer({
    caller,
    workFolder,
    path: "",
    mounts: [],
    files: [],
    kept: [],
  });
  const targets = mounts.map(({ target }) => target);
  expect(mounts[targets.indexOf("/home/mona")]).toMatchObject({ kind: "empty" });
  expect(targets.indexOf("/home/mona/project")).toBeGreaterThan(targets.indexOf("/home/mona"));
});

test("a rules file in the working folder is there to be read, and no folder on the way can be renamed", () => {
  const work = makeFolder("work");
  mkdirSync(join(work, "a/b"), { recursive: true });
  const file = join(work, "a/b/rules.yml");
  writeFileSync(file, "");
  expect(plan(work, [file])).toEqual([
    { kind: "bind", source: join(work, "a"), target: join(work, "a"), isWritable: true },
    { kind: "bind", source: join(work, "a/b"), target: join(work, "a/b"), isWritable: true },
    { kind: "bind", source: file, target: file, isWritable: false },
  ]);
});

test("one that lies elsewhere is not shown", () => {
  expect(plan(makeFolder("work"), ["/etc/gatehouse/rules.yml"])).toEqual([]);
});

test("one in a folder that the operator added is kept as well", () => {
  const [work, other] = [makeFolder("work"), makeFolder("other")];
  const file = join(other, "rules.yml");
  writeFileSync(file, "");
  expect(plan(work, [file], { mounts: [bindWritable(other)] }).at(-1)).toMatchObject({
    target: file,
    isWritable: false,
  });
});

test("a link in the working folder keeps nothing: the command could lead it elsewhere", () => {
  const work = makeFolder("work");
  symlinkSync("/etc/passwd", join(work, "rules.yml"));
  symlinkSync("/etc", join(work, "conf"));
  for (const name of ["rules.yml", "conf/passwd"]) {
    expect(() => plan(work, [join(work, name)])).toThrow(UnkeepableFile);
  }
});
