import { execFileSync } from "node:child_process";
import { mkdirSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findSettingsFile } from "../../../src/run/admit/find-settings-file.ts";
import { makeFolder } from "../../temporary-folder.ts";

test.each([
  ["a directory", (path: string) => mkdirSync(path), "is a directory"],
  ["a pipe", (path: string) => execFileSync("mkfifo", [path]), "is not a regular file"],
  [
    "a file of 5 MB",
    (path: string) => {
      writeFileSync(path, "");
      truncateSync(path, 5 * 1024 ** 2);
    },
    "is larger than 4 MB",
  ],
])("a settings path that is %s is refused with a reason", (_, make, says) => {
  const folder = makeFolder("settings");
  mkdirSync(join(folder, ".forge"));
  make(join(folder, ".forge/control-plane.json"));
  expect(() => findSettingsFile(".forge", [folder])).toThrow(says);
});
