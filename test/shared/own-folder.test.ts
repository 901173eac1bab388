import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { InvalidInput } from "../../src/shared/errors.ts";
import { requireOwnFolder } from "../../src/shared/own-folder.ts";

let base: string;
let folder: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "gatehouse-own-"));
  folder = join(base, "state");
});
afterEach(() => rmSync(base, { recursive: true }));

function refusalOf(path: string): InvalidInput | undefined {
  try {
    requireOwnFolder(path);
    return undefined;
  } catch (error) {
    return error as InvalidInput;
  }
}

test("a directory that does not exist yet or is only ours is accepted", () => {
  expect(refusalOf(folder)).toBeUndefined();
  mkdirSync(folder, { mode: 0o700 });
  expect(refusalOf(folder)).toBeUndefined();
});

test.each([0o770, 0o702, 0o755])(
  "a directory with mode %o is refused with the command that fixes it",
  (mode) => {
    mkdirSync(folder);
    chmodSync(folder, mode);
    expect(refusalOf(folder)?.message).toContain("can be used by other users");
    expect(refusalOf(folder)?.hints[0]?.command).toBe(`chmod 700 ${folder}`);
  },
);

test("a directory that other users can read is accepted if allowed; a writable directory never is", () => {
  mkdirSync(folder);
  const refusal = (mode: number) => {
    chmodSync(folder, mode);
    try {
      requireOwnFolder(folder, { others: "reading" });
      return undefined;
    } catch (error) {
      return error as InvalidInput;
    }
  };
  expect(refusal(0o755)).toBeUndefined();
  expect(refusal(0o775)?.hints[0]?.command).toBe(`chmod go-w ${folder}`);
  expect(refusal(0o757)?.message).toContain("can be used by other users");
});

test("a directory that must belong to another user is refused if it belongs to the current user", () => {
  mkdirSync(folder, { mode: 0o700 });
  const rules = { user: 12_345, elsewhere: "--proxy-logs-dir" };
  expect(() => requireOwnFolder(folder, rules)).toThrow("belongs to another user");
});

test("a file, a link to a file, and a broken link are refused", () => {
  writeFileSync(join(base, "file"), "");
  expect(refusalOf(join(base, "file"))?.message).toContain("is not a directory");
  symlinkSync("file", folder);
  expect(refusalOf(folder)?.message).toContain("is not a directory");
  symlinkSync("nowhere", join(base, "dangling"));
  expect(refusalOf(join(base, "dangling"))?.message).toContain(
    `${join(base, "dangling")} is a broken link; it must be private to this user.`,
  );
  symlinkSync("circle", join(base, "circle"));
  expect(refusalOf(join(base, "circle"))?.message).toContain(
    `${join(base, "circle")} is a broken link; it must be private to this user.`,
  );
});

describe("a link", () => {
  /**
   * Creates a directory of ours on "another disk". A link of ours reaches it through a second link
   * and a parent directory.
   */
  function linkToOther(mode = 0o700): string {
    mkdirSync(join(base, "disk", "ours"), { recursive: true });
    mkdirSync(join(base, "disk", "ours", "gatehouse"), { mode });
    symlinkSync(join(base, "disk"), join(base, "mounted"));
    symlinkSync("./mounted/ours/../ours/gatehouse", folder);
    return folder;
  }

  test("of ours to a directory that is only ours is accepted", () => {
    expect(refusalOf(linkToOther())).toBeUndefined();
  });

  test("to a folder that other users can use is refused", () => {
    expect(refusalOf(linkToOther(0o755))?.message).toContain("can be used by other users");
  });

  test.each([
    ["in the folder of the link", "."],
    ["in a folder on its path", "disk/ours"],
  ])("is refused if other users can change it: %s", (_, open) => {
    linkToOther();
    chmodSync(join(base, open), 0o777);
    const refusal = refusalOf(folder);
    expect(refusal?.message).toContain(
      `is a link through ${join(base, open)}, in which other users can replace entries;`,
    );
    expect(refusal?.hints[0]?.command).toBe(`chmod go-w ${join(base, open)}`);
    // As in /tmp, users cannot move files of other users.
    chmodSync(join(base, open), 0o1777);
    expect(refusalOf(folder)).toBeUndefined();
  });

  test.runIf(process.getuid?.() === 0).each([
    ["the link itself", "state"],
    ["a link on its path", "mounted"],
    ["a folder on its path", "disk"],
    ["the folder that contains it", "."],
  ])("is refused if part of its path belongs to another user: %s", (_, planted) => {
    linkToOther();
    lchownSync(join(base, planted), 65_534, 65_534);
    expect(refusalOf(folder)?.message).toContain(
      `is a link through ${join(base, planted)}, which belongs to another user`,
    );
  });
});

test.runIf(process.getuid?.() === 0)("a folder of another user is refused", () => {
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, 65_534, 65_534);
  expect(refusalOf(folder)?.message).toContain("belongs to another user");
});

test("an inaccessible directory is refused, with the obstacle and a fix", () => {
  const loop = join(base, "loop");
  symlinkSync(loop, loop);
  const refusal = refusalOf(join(loop, "state"));
  expect(refusal?.message).toBe(
    `Could not inspect ${loop}/state: a link in the path points to itself.`,
  );
  expect(refusal?.hints).toEqual([
    { text: "Use your own directory: set a different one with XDG_STATE_HOME" },
  ]);
});
