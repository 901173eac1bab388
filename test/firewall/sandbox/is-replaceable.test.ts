import { expect, test } from "vitest";
import type { Stats } from "node:fs";
import { isReplaceable } from "../../../src/firewall/sandbox/is-replaceable.ts";

const caller = { uid: 1000, gid: 1000 };

function stage(mode: number, { uid = 1000, gid = 1000, kind = "directory" } = {}) {
  const isDirectory = () => kind === "directory";
  const found: Partial<Stats> = {
    mode,
    uid,
    gid,
    isDirectory,
    isSymbolicLink: () => kind === "link",
  };
  return { path: "/x", found: found as Stats };
}

test.each([
  ["of another user", stage(0o755, { uid: 1001 })],
  ["that all users can write to", stage(0o777)],
  ["that a group of other users can write to", stage(0o775, { gid: 100 })],
  ["of another user in a shared directory", stage(0o1777, { uid: 1001 })],
])("a directory %s is replaceable", (_, each) => {
  expect(isReplaceable([stage(0o755, { uid: 0 }), each], caller)).toBe(true);
});

test.each([
  ["a directory of root", stage(0o755, { uid: 0, gid: 0 })],
  ["a directory of the caller's own group", stage(0o775)],
  ["a shared directory in which each user owns the own files", stage(0o1777, { uid: 0, gid: 0 })],
  ["a link of the caller", stage(0o777, { kind: "link" })],
])("%s is not replaceable", (_, each) => {
  expect(isReplaceable([each], caller)).toBe(false);
});

test("a link of another user is replaceable, and a missing file, too", () => {
  expect(isReplaceable([stage(0o777, { uid: 1001, kind: "link" })], caller)).toBe(true);
  expect(isReplaceable([{ path: "/x", found: undefined }], caller)).toBe(true);
});

test("a group is not the caller's own if it has another ID than the user", () => {
  expect(isReplaceable([stage(0o775, { gid: 100 })], { uid: 1000, gid: 100 })).toBe(true);
});
