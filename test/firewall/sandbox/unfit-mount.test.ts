import { realpathSync } from "node:fs";
import { expect, test } from "vitest";
import { bind } from "../../../src/firewall/sandbox/mount.ts";
import {
  UnfitMount,
  requireFitMounts,
  resolveTarget,
} from "../../../src/firewall/sandbox/unfit-mount.ts";
import { makeFolder } from "../../temporary-folder.ts";

test("a mount target can be in an in-memory directory, or an existing system directory", () => {
  const source = makeFolder("source");
  const targets = ["/tmp/new", "/home/mona/new", "/srv/new", "/opt", "/etc/ssl"];
  expect(() => requireFitMounts(targets.map((target) => bind(source, target)))).not.toThrow();
});

test("a link in a target is followed, unless a command could have created it", () => {
  expect(resolveTarget("/bin/sh", ["/home/mona"])).toBe(realpathSync("/bin/sh"));
  expect(resolveTarget("/bin/sh", ["/bin"])).toBe("/bin/sh");
});

test.each([
  [
    "/opt/new",
    "--mount cannot create /opt/new in the container: system directories are read-only.",
  ],
  [
    "/etc/gatehouse.d",
    "--mount cannot create /etc/gatehouse.d in the container: system directories are read-only.",
  ],
  ["/proc/sys", "--mount cannot use /proc/sys: the container manages this location."],
  ["/dev/kvm", "--mount cannot use /dev/kvm: the container manages this location."],
  [
    "/run/gatehouse/starter",
    "--mount cannot use /run/gatehouse/starter: the container manages this location.",
  ],
])("a mount at %s is refused", (target, reason) => {
  const mount = bind(makeFolder("source"), target);
  expect(() => requireFitMounts([mount])).toThrow(reason);
  expect(() => requireFitMounts([mount])).toThrow(UnfitMount);
});

test("a mount source that does not exist on this machine is reported as missing", () => {
  expect(() => requireFitMounts([bind("/nowhere/at/all", "/tmp/x")])).toThrow(
    "--mount: /nowhere/at/all not found.",
  );
});
