import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { listStampedFolders, makeStampedFolder } from "../../src/shared/stamped-folder.ts";
import { makeFolder } from "../temporary-folder.ts";

const now = new Date("2026-03-04T05:06:07.890Z");
const isRoot = process.getuid?.() === 0;
const otherUser = { uid: 65_534, gid: 65_534 };

describe("a stamped folder", () => {
  test("is named by its kind, its creation time and random characters; only its owner can use it", () => {
    const before = process.umask(0);
    onTestFinished(() => void process.umask(before));
    const parent = makeFolder("stamped");
    const { path, id } = makeStampedFolder("proxy-logs", now, { parent });
    expect(path).toBe(join(parent, `proxy-logs-20260304-050607-${id}`));
    expect(statSync(path).mode & 0o777).toBe(0o700);
  });

  test("is found again, newest first", () => {
    const parent = makeFolder("stamped");
    const old = makeStampedFolder("logs", now, { parent });
    const young = makeStampedFolder("logs", new Date(now.getTime() + 1000), { parent });
    makeStampedFolder("others", now, { parent });
    expect(listStampedFolders("logs", { parent })).toEqual([young, old]);
  });

  test("is refused if it is a link, a file, accessible to other users, or has a different name", () => {
    const parent = makeFolder("stamped");
    const { path } = makeStampedFolder("elsewhere", now, { parent });
    const name = (id: string) => join(parent, `logs-20260304-050607-${id}`);
    symlinkSync(path, name("000001"));
    writeFileSync(name("000002"), "");
    mkdirSync(name("000003"), { mode: 0o700 });
    chmodSync(name("000003"), 0o750);
    mkdirSync(join(parent, "logs-20260304-050607"), { mode: 0o700 });
    mkdirSync(`${name("000004")}.old`, { mode: 0o700 });
    expect(listStampedFolders("logs", { parent })).toEqual([]);
  });

  test.runIf(isRoot)(
    "that root creates for a user belongs to that user, and only the user's folders are found",
    () => {
      const parent = makeFolder("stamped");
      chmodSync(parent, 0o1777);
      const theirs = makeStampedFolder("logs", now, { parent, owner: otherUser });
      const ours = makeStampedFolder("logs", now, { parent });
      expect(lstatSync(theirs.path)).toMatchObject(otherUser);
      expect(listStampedFolders("logs", { parent, owner: otherUser })).toEqual([theirs]);
      expect(listStampedFolders("logs", { parent })).toEqual([ours]);
      expect(process.geteuid?.()).toBe(0);
    },
  );

  test.runIf(isRoot)("is not created for a user where that user could not create it", () => {
    const parent = makeFolder("stamped");
    expect(() => makeStampedFolder("logs", now, { parent, owner: otherUser })).toThrow("EACCES");
    chownSync(parent, otherUser.uid, otherUser.gid);
    expect(() => makeStampedFolder("logs", now, { parent, owner: otherUser })).not.toThrow();
  });
});
