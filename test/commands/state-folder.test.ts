import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { journalPath, stateFolder } from "../../src/commands/state-folder.ts";
import { describeEmbeddedHost, resolveHost } from "../../src/forge/host-profile.ts";
import { requireRepositoryName } from "../../src/forge/repository-name.ts";

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

test("each naming convention of an embedded forge has its own journals", () => {
  const env = { XDG_STATE_HOME: "/nowhere" };
  const repository = requireRepositoryName("Acme/Control", "--repo");
  const folderOf = (profile: ReturnType<typeof resolveHost>) =>
    journalPath(env, { profile, repository, flow: "setup" })
      .replace("/nowhere/gatehouse/", "")
      .replace("/acme/control/setup.json", "");
  const here = "http://127.0.0.1:41999";
  expect(
    [
      describeEmbeddedHost(here),
      describeEmbeddedHost(here, "github"),
      resolveHost(here),
      resolveHost(here, "github"),
      resolveHost("github.com"),
      resolveHost("forge.example", "forge"),
    ].map(folderOf),
  ).toEqual([
    "emulator",
    "emulator-github",
    "127.0.0.1_41999",
    "127.0.0.1_41999-github",
    "github.com",
    "forge.example",
  ]);
});
