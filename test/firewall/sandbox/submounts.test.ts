import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bind, bindWritable } from "../../../src/firewall/sandbox/mount.ts";
import { withReadOnlySubmounts } from "../../../src/firewall/sandbox/submounts.ts";
import { makeFolder } from "../../temporary-folder.ts";

function makeTree() {
  const folder = makeFolder("submounts");
  for (const name of ["usr/local/lib", "usr/share", "usr/a b", "work/in"])
    mkdirSync(join(folder, name), { recursive: true });
  return folder;
}

const line = (path: string, flags = "rw,nosuid", ofFileSystem = "rw,size=4k") =>
  `40 27 0:30 / ${path} ${flags} shared:1 - tmpfs none ${ofFileSystem}\n`;

const submount = (source: string, target = source) => ({
  ...bind(source, target),
  isSubmount: true,
});

test("a file system below a read-only mount is mounted read-only as well", () => {
  const folder = makeTree();
  const usr = join(folder, "usr");
  const table = line(folder) + line(usr) + line(`${usr}/local`) + line(`${usr}/local/lib`);
  expect(withReadOnlySubmounts([bind(usr, "/usr")], table)).toEqual([
    bind(usr, "/usr"),
    submount(`${usr}/local`, "/usr/local"),
    submount(`${usr}/local/lib`, "/usr/local/lib"),
  ]);
});

test("a path in the mount table can contain spaces, and is listed once", () => {
  const usr = join(makeTree(), "usr");
  const escaped = `${usr}/a\\040b`;
  expect(withReadOnlySubmounts([bind(usr)], line(escaped) + line(escaped))).toEqual([
    bind(usr),
    submount(`${usr}/a b`),
  ]);
});

test.each([
  ["read-only itself", "share", "ro,nosuid", "rw"],
  ["on a read-only file system", "share", "rw", "ro,size=4k"],
  ["below another mount, or unreachable", "gone/in", "rw", "rw"],
])("a submount that is %s does not need another mount", (_, name, flags, ofFileSystem) => {
  const usr = join(makeTree(), "usr");
  const table = line(join(usr, name), flags, ofFileSystem);
  expect(withReadOnlySubmounts([bind(usr)], table)).toEqual([bind(usr)]);
});

test("a submount that a later mount covers, or that the command can write to, is not changed", () => {
  const folder = makeTree();
  const [usr, work] = [join(folder, "usr"), join(folder, "work")];
  const table = line(`${usr}/local`) + line(`${work}/in`);
  const mounts = [bind(usr), bindWritable(work), bindWritable(`${usr}/local`)];
  expect(withReadOnlySubmounts(mounts, table)).toEqual(mounts);
});

test("a submount is mounted before a later mount, which stays on top", () => {
  const usr = join(makeTree(), "usr");
  const hidden = { kind: "hidden", target: `${usr}/local/key` } as const;
  const mounts = [bind(usr), hidden, bindWritable(`${usr}/local/lib`)];
  expect(withReadOnlySubmounts(mounts, line(`${usr}/local`))).toEqual([
    bind(usr),
    submount(`${usr}/local`),
    hidden,
    bindWritable(`${usr}/local/lib`),
  ]);
});
