import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { InvalidInput } from "../../src/shared/errors.ts";
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

test("a folder that is not there yet, or is ours alone, will do", () => {
  expect(refusalOf(folder)).toBeUndefined();
  mkdirSync(folder, { mode: 0o700 });
  expect(refusalOf(folder)).toBeUndefined();
});

test.each([0o770, 0o702, 0o755])(
  "a folder with mode %o is refused, with the way to mend it",
  (mode) => {
    mkdirSync(folder);
    chmodSync(folder, mode);
    expect(refusalOf(folder)?.message).toContain("can be used by other users");
    expect(refusalOf(folder)?.hints[0]?.command).toBe(`chmod 700 ${folder}`);
  },
);

test("a planted link and a file are refused", () => {
  symlinkSync(base, folder);
  expect(refusalOf(folder)).toBeInstanceOf(InvalidInput);
  writeFileSync(join(base, "file"), "");
  expect(refusalOf(join(base, "file"))?.message).toContain("is no folder");
});

test.runIf(process.getuid?.() === 0)("a folder of another user is refused", () => {
  mkdirSync(folder, { mode: 0o700 });
  chownSync(folder, 65_534, 65_534);
  expect(refusalOf(folder)?.message).toContain("belongs to another user");
});
