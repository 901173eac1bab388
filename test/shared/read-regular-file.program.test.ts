import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { NotRegularFile, readRegularFile } from "../../src/shared/read-regular-file.ts";
import { makeFolder } from "../temporary-folder.ts";

test("reads only the requested bytes, and reports the size", () => {
  const path = join(makeFolder("regular"), "file");
  writeFileSync(path, "abcdef");
  expect(readRegularFile(path, 3)).toMatchObject({ bytes: Buffer.from("abc"), size: 6 });
  expect(readRegularFile(path, 10)).toMatchObject({ bytes: Buffer.from("abcdef"), size: 6 });
});

test("a pipe, a device and a directory are refused at once, also behind a link", () => {
  const folder = makeFolder("regular");
  const at = (name: string) => join(folder, name);
  execFileSync("mkfifo", [at("pipe")]);
  mkdirSync(at("directory"));
  symlinkSync("/dev/zero", at("device"));
  symlinkSync("pipe", at("link"));
  for (const name of ["pipe", "directory", "device", "link"]) {
    expect(() => readRegularFile(at(name), 10)).toThrow(NotRegularFile);
  }
});

test("a link is refused if the caller asks for that, and its target is not read", () => {
  const path = join(makeFolder("regular"), "file");
  writeFileSync(path, "abc");
  symlinkSync(path, `${path}.link`);
  expect(readRegularFile(`${path}.link`, 10).size).toBe(3);
  const read = () => readRegularFile(`${path}.link`, 10, { links: "refused" });
  expect(read).toThrow(NotRegularFile);
});
