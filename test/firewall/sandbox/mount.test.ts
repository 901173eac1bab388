import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bind, withoutLinkTargets } from "../../../src/firewall/sandbox/mount.ts";
import type { Mount } from "../../../src/firewall/sandbox/mount.ts";
import { makeFolder } from "../../temporary-folder.ts";

function makeInstallation() {
  const folder = makeFolder("installation");
  mkdirSync(join(folder, "v1/bin"), { recursive: true });
  symlinkSync("v1/bin", join(folder, "current"));
  return { folder, at: (name: string) => join(folder, name) };
}

test("a mount at a path that is already shown as a link is omitted", () => {
  const { folder, at } = makeInstallation();
  const [whole, linked, real] = [bind(folder), bind(at("v1/bin"), at("current")), bind(at("v1"))];
  expect(withoutLinkTargets([whole, linked, real])).toEqual([whole, real]);
  expect(withoutLinkTargets([linked, real])).toEqual([linked, real]);
});

test("a mount that hides files is kept, even at a path through a link", () => {
  const { folder, at } = makeInstallation();
  const mounts: readonly Mount[] = [
    bind(folder),
    { kind: "empty", target: at("current"), isWritable: false },
    { kind: "hidden", target: at("current/key") },
  ];
  expect(withoutLinkTargets(mounts)).toEqual(mounts);
});
