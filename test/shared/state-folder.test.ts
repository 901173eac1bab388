import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { stateFolder } from "../../src/shared/state-folder.ts";

test("the state directory is in XDG_STATE_HOME, or in the home directory", () => {
  expect(stateFolder({ XDG_STATE_HOME: "/nowhere/state" })).toBe("/nowhere/state/gatehouse");
  expect(stateFolder({})).toMatch(/\/\.local\/state\/gatehouse$/);
});

test("a relative path is rejected because it would differ in each directory", () => {
  expect(() => stateFolder({ XDG_STATE_HOME: "state" })).toThrow(
    'XDG_STATE_HOME must be an absolute path, not "state".',
  );
});

test("a directory that other users can write to is refused", () => {
  const base = mkdtempSync(join(tmpdir(), "gatehouse-state-"));
  onTestFinished(() => rmSync(base, { recursive: true }));
  mkdirSync(join(base, "gatehouse"));
  chmodSync(join(base, "gatehouse"), 0o777);
  expect(() => stateFolder({ XDG_STATE_HOME: base })).toThrow("can be used by other users");
});
