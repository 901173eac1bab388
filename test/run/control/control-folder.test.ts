import { lstat, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { brands } from "../../../src/forge/brand.ts";
import { writePackageHere } from "../../../src/run/control/control-folder.ts";
import { Incomplete } from "../../../src/shared/errors.ts";
import { failureOf } from "../../forge/forge-bench.ts";
import { somePin } from "../../plane/control-plane-bench.ts";
import { makeFolder } from "../../temporary-folder.ts";

const packed = {
  fileName: "gatehouse-cli-0.1.0-5f0c9b1e.tgz",
  bytes: Buffer.from([0x1f, 0x8b, 0, 0xff]),
  integrity: somePin.integrity,
};
const source = `.forge/gatehouse/${packed.fileName}`;

const write = (folder: string) => writePackageHere(folder, brands.forge, packed);

describe("the package for runs, in a clone", () => {
  test("is written byte by byte, without leftovers", async () => {
    const folder = makeFolder("clone");
    expect(await write(folder)).toEqual({ source, integrity: packed.integrity });
    expect(await readFile(join(folder, source))).toEqual(packed.bytes);
    expect(await readdir(join(folder, ".forge/gatehouse"))).toEqual([packed.fileName]);
  });

  test("replaces a symbolic link, and does not change the file that it points to", async () => {
    const folder = makeFolder("clone");
    const other = join(makeFolder("other"), "file");
    await writeFile(other, "mine");
    await mkdir(join(folder, ".forge/gatehouse"), { recursive: true });
    await symlink(other, join(folder, source));
    await write(folder);
    expect(await readFile(other, "utf8")).toBe("mine");
    expect((await lstat(join(folder, source))).isFile()).toBe(true);
  });

  test("that cannot be written is reported with the reason", async () => {
    const folder = makeFolder("clone");
    await mkdir(join(folder, source), { recursive: true });
    const failure = await failureOf(write(folder));
    expect(failure).toBeInstanceOf(Incomplete);
    expect(failure.message).toContain("it is a directory");
  });
});
