import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { UnkeepableFile, planContainer } from "../../../src/firewall/sandbox/container-plan.ts";
import { isWithin } from "../../../src/shared/is-within.ts";
import { bind, bindWritable } from "../../../src/firewall/sandbox/mount.ts";
import { makeFolder } from "../../temporary-folder.ts";

const caller = { uid: 1000, gid: 1000, name: "mona", home: "/home/mona", cameBySudo: false };
const base = {
  caller,
  path: "",
  unreadable: [],
  sockets: [],
  socketFiles: [],
  writable: [],
  mounts: [],
  files: [],
  kept: [],
};

function plan(workFolder: string, kept: readonly string[], more: object = {}) {
  const { mounts } = planContainer({
    ...base,
    workFolder,
    kept,
    ...more,
  });
  return mounts.slice(mounts.findLastIndex(({ target }) => target === workFolder) + 1);
}

test("the home directory is empty, and the working directory is mounted over it", () => {
  const { mounts } = planContainer({
    ...base,
    workFolder: "/home/mona/project",
  });
  const targets = mounts.map(({ target }) => target);
  expect(mounts[targets.indexOf("/home/mona")]).toMatchObject({ kind: "empty" });
  expect(targets.indexOf("/home/mona/project")).toBeGreaterThan(targets.indexOf("/home/mona"));
});

test("a rules file in the working directory is read-only, and its parents cannot be renamed", () => {
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

test("a rules file outside of all mounts is not mounted", () => {
  expect(plan(makeFolder("work"), ["/etc/gatehouse/rules.yml"])).toEqual([]);
});

test("a rules file in a mount of the operator is also read-only", () => {
  const [work, other] = [makeFolder("work"), makeFolder("other")];
  const file = join(other, "rules.yml");
  writeFileSync(file, "");
  expect(plan(work, [file], { mounts: [bindWritable(other)] }).at(-1)).toMatchObject({
    target: file,
    isWritable: false,
  });
});

test("a link in the working directory cannot be protected: the command could redirect it", () => {
  const work = makeFolder("work");
  symlinkSync("/etc/passwd", join(work, "rules.yml"));
  symlinkSync("/etc", join(work, "conf"));
  for (const name of ["rules.yml", "conf/passwd"]) {
    expect(() => plan(work, [join(work, name)])).toThrow(UnkeepableFile);
  }
});

test("a log file in the working directory is read-only, and the rest of the directory stays writable", () => {
  const work = makeFolder("work");
  writeFileSync(join(work, "access.log"), "");
  const file = join(work, "access.log");
  expect(plan(work, [work, file])).toEqual([
    { kind: "bind", source: file, target: file, isWritable: false },
  ]);
});

test("a protected file that is visible at another path is also protected there", () => {
  const work = makeFolder("work");
  mkdirSync(join(work, "a"));
  const file = join(work, "a/rules.yml");
  writeFileSync(file, "");
  expect(plan(work, [file], { mounts: [bindWritable(work, "/inside")] })).toEqual([
    { kind: "bind", source: join(work, "a"), target: join(work, "a"), isWritable: true },
    { kind: "bind", source: file, target: file, isWritable: false },
    { kind: "bind", source: work, target: "/inside", isWritable: true },
    { kind: "bind", source: join(work, "a"), target: "/inside/a", isWritable: true },
    { kind: "bind", source: file, target: "/inside/a/rules.yml", isWritable: false },
  ]);
});

test.each(["data", "data/in", "data/in/rules.yml"])(
  "a read-only mount at or above a protected file stays read-only: %s",
  (name) => {
    const work = makeFolder("work");
    mkdirSync(join(work, "data/in"), { recursive: true });
    const file = join(work, "data/in/rules.yml");
    writeFileSync(file, "");
    const mount = bind(join(work, name));
    const laid = plan(work, [file], { mounts: [mount] });
    expect(laid.filter(({ target }) => isWithin(target, mount.target))).toEqual([mount]);
  },
);

test("a mount below a parent of a protected file is not covered", () => {
  const work = makeFolder("work");
  mkdirSync(join(work, "data/keys"), { recursive: true });
  const file = join(work, "data/rules.yml");
  writeFileSync(file, "");
  const mount = bind(join(work, "data/keys"));
  const laid = plan(work, [file], { mounts: [mount] });
  expect(laid.map(({ target }) => target)).toEqual([join(work, "data"), file, mount.target]);
});

test("a file that is specified through a link is protected at its real path", () => {
  const [work, other] = [makeFolder("work"), makeFolder("other")];
  const file = join(work, "rules.yml");
  writeFileSync(file, "");
  symlinkSync(work, join(other, "conf"));
  expect(plan(work, [join(other, "conf/rules.yml")])).toMatchObject([
    { target: file, isWritable: false },
  ]);
});

test("if a parent of the working directory is also mounted, the protected file stays read-only", () => {
  const outer = makeFolder("outer");
  const work = join(outer, "project");
  mkdirSync(work);
  const file = join(work, "rules.yml");
  writeFileSync(file, "");
  const { mounts } = planContainer({
    caller,
    workFolder: work,
    path: "",
    writable: [outer],
    unreadable: [],
    sockets: [],
    socketFiles: [],
    files: [],
    kept: [file],
    mounts: [bindWritable(outer)],
  });
  expect(mounts.slice(-2)).toEqual([
    { kind: "bind", source: work, target: work, isWritable: true },
    { kind: "bind", source: file, target: file, isWritable: false },
  ]);
});

test("a protected directory stays complete if files in it are also protected", () => {
  const work = makeFolder("work");
  mkdirSync(join(work, "logs/more"), { recursive: true });
  const files = ["logs", "logs/access.log", "logs/more/rules.yml"].map((name) => join(work, name));
  for (const file of files.slice(1)) writeFileSync(file, "");
  const laid = plan(work, files);
  expect(laid.map(({ target }) => target)).toEqual(files);
  expect(laid.filter((mount) => mount.kind === "bind" && mount.isWritable)).toEqual([]);
});

test("a protected file that does not exist is not mounted", () => {
  const work = makeFolder("work");
  expect(plan(work, [join(work, "logs")])).toEqual([]);
});

test("a path below a regular file cannot exist, so it is not protected", () => {
  const work = makeFolder("work");
  writeFileSync(join(work, "file"), "");
  expect(plan(work, [join(work, "file/logs"), "/dev/null/logs"])).toEqual([]);
});
