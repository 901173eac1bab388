import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { groupChanges } from "../../../src/firewall/files/group-changes.ts";
import {
  compareSnapshots,
  recordSnapshot,
  type Snapshot,
} from "../../../src/firewall/files/snapshot.ts";
import { walkFolder } from "../../../src/firewall/files/walk-folder.ts";
import { makeFolder } from "../../temporary-folder.ts";

function take(source: string, limit?: number): Snapshot {
  const recorder = recordSnapshot(limit);
  walkFolder({ source, path: "" }, (found) => recorder.record(found));
  return recorder.end();
}

test("created, changed and deleted files are found", () => {
  const folder = makeFolder("work");
  mkdirSync(join(folder, "a"));
  for (const name of ["a/kept", "a/gone", "changed"]) writeFileSync(join(folder, name), "1");
  const before = take(folder);
  rmSync(join(folder, "a/gone"));
  writeFileSync(join(folder, "changed"), "22");
  writeFileSync(join(folder, "new"), "");
  mkdirSync(join(folder, "empty"));
  expect(compareSnapshots(before, take(folder))).toEqual([
    { path: "a/gone", change: "deleted" },
    { path: "changed", change: "changed" },
    { path: "new", change: "created" },
  ]);
});

test("an incomplete snapshot reports only files that both snapshots contain", () => {
  const folder = makeFolder("work");
  for (const name of ["a", "b", "c"]) writeFileSync(join(folder, name), "1");
  const before = take(folder, 2);
  expect(before).toMatchObject({ isComplete: false });
  for (const name of ["a", "b", "c"]) writeFileSync(join(folder, name), "22");
  expect(compareSnapshots(before, take(folder)).map(({ change }) => change)).toEqual([
    "changed",
    "changed",
  ]);
});

test("many changes in one directory are listed as the outermost such directory", () => {
  const many = (folder: string, change: "created" | "changed") =>
    Array.from({ length: 21 }, (_, at) => ({ path: `${folder}/${at}`, change }));
  const changes = [
    { path: ".git/hooks/pre-push", change: "created" as const },
    ...many(".git/modules", "created"),
    ...many("a/b", "created"),
    ...many("a/c", "changed"),
    { path: "few/x", change: "deleted" as const },
  ];
  expect(groupChanges(changes)).toEqual([
    { path: ".git/hooks/pre-push", change: "created" },
    { path: ".git/modules/", change: "created", files: 21 },
    { path: "a/", change: "changed", files: 42 },
    { path: "few/x", change: "deleted" },
  ]);
});
