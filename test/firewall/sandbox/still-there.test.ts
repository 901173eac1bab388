import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Mount } from "../../../src/firewall/sandbox/mount.ts";
import { withoutGone } from "../../../src/firewall/sandbox/still-there.ts";
import { makeFolder } from "../../temporary-folder.ts";

const caller = { uid: 0, gid: 0, name: "root", home: "/root", cameBySudo: false };

test("mounts that hide deleted files are dropped; mounts that hide existing files remain", () => {
  const folder = makeFolder("shown");
  for (const name of ["a", "b"]) writeFileSync(join(folder, name), "");
  for (const name of ["c", "d"]) mkdirSync(join(folder, name));
  const covers: readonly Mount[] = [
    { kind: "hidden", target: "/in/a" },
    { kind: "hidden", target: "/in/b" },
    { kind: "empty", target: "/in/c", isWritable: false },
    { kind: "empty", target: "/in/d", isWritable: false },
    { kind: "hidden", target: "/tmp/elsewhere" },
  ];
  const shown: readonly Mount[] = [
    { kind: "empty", target: "/tmp", isWritable: true },
    { kind: "bind", source: folder, target: "/in", isWritable: false },
  ];
  const plan = { caller, workFolder: "/in", mounts: [...shown, ...covers] };
  expect(withoutGone(plan)).toEqual(plan);
  rmSync(join(folder, "b"));
  rmSync(join(folder, "d"), { recursive: true });
  const left = [covers[0], covers[2], covers[4]];
  expect(withoutGone(plan)).toEqual({ ...plan, mounts: [...shown, ...left] });
});

test("a mount that hides a path in an empty directory on top of another mount remains", () => {
  const folder = makeFolder("shown");
  const mounts: readonly Mount[] = [
    { kind: "bind", source: folder, target: "/in", isWritable: false },
    { kind: "empty", target: "/in/own", isWritable: true },
    { kind: "hidden", target: "/in/own/run.sock" },
  ];
  const plan = { caller, workFolder: "/in", mounts };
  expect(withoutGone(plan)).toEqual(plan);
});
