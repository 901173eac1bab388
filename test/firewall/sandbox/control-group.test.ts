import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createControlGroup } from "../../../src/firewall/sandbox/control-group.ts";
import type { ResourceLimits } from "../../../src/firewall/sandbox/resource-limits.ts";
import { makeFolder } from "../../temporary-folder.ts";

const limits: ResourceLimits = { memory: 50_000_000, pids: 7, disk: undefined };
const name = "gatehouse-20260304-050607-aB3dE9";

/**
 * Creates a directory that looks like the kernel's control group, including the files of its
 * controllers.
 */
function makeGroup(path: string, controllers: readonly string[] = []): string {
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, "cgroup.procs"), "");
  for (const file of controllers) writeFileSync(join(path, file), "");
  return path;
}

function open(
  mounts: readonly string[],
  memberships: readonly string[],
  asked: ResourceLimits = limits,
) {
  const sessions = makeFolder("sessions");
  const files = { mounts: mounts.join("\n"), memberships: memberships.join("\n") };
  const create = () => createControlGroup(join(sessions, name), asked, files);
  return { sessions, create };
}

test("in version 2, the new group is a child of the nearest ancestor with controllers", () => {
  const top = makeGroup(makeFolder("cgroup"));
  const slice = makeGroup(join(top, "system.slice"));
  makeGroup(join(slice, "agent.service"));
  const made = makeGroup(join(slice, name), ["memory.max", "memory.swap.max", "pids.max"]);
  const mount = `30 20 0:27 / ${top} rw - cgroup2 cgroup2 rw`;
  const group = open([mount], ["0::/system.slice/agent.service"]).create();
  expect(group.joins).toEqual([join(made, "cgroup.procs")]);
  expect([...group.limited]).toEqual(["memory", "pids"]);
  const read = (file: string) => readFileSync(join(made, file), "utf8");
  expect([read("memory.max"), read("memory.swap.max"), read("pids.max")]).toEqual([
    "50000000",
    "0",
    "7",
  ]);
  expect(existsSync(join(slice, "agent.service", name))).toBe(false);
});

test("in version 1, each controller has its own hierarchy, which a container sees only partly", () => {
  const [memory, pids] = [makeGroup(makeFolder("memory")), makeGroup(makeFolder("pids"))];
  makeGroup(join(memory, "job", name), ["memory.limit_in_bytes", "memory.memsw.limit_in_bytes"]);
  makeGroup(join(memory, "job"));
  makeGroup(join(pids, name), ["pids.max"]);
  const group = open(
    [
      `31 30 0:28 /docker/abc ${memory} rw - cgroup cgroup rw,memory`,
      `32 30 0:29 / ${pids} rw - cgroup cgroup rw,pids`,
    ],
    ["4:memory:/docker/abc/job", "8:pids:/", "0::/"],
  ).create();
  expect(group.joins).toEqual([
    join(memory, "job", name, "cgroup.procs"),
    join(pids, name, "cgroup.procs"),
  ]);
  expect([...group.limited]).toEqual(["memory", "pids"]);
});

test.each([
  ["no control groups", [], []],
  ["a hierarchy without controllers", ["/"], ["0::/"]],
  ["a group outside the mounted hierarchy", ["/docker/abc"], ["0::/other"]],
])("with %s, nothing is limited, and no group remains", (_name, roots, memberships) => {
  const top = makeGroup(makeFolder("cgroup"));
  const mounts = roots.map((root) => `30 20 0:27 ${root} ${top} rw - cgroup2 cgroup2 rw`);
  const group = open(mounts, memberships).create();
  expect({ joins: group.joins, limited: group.limited.size }).toEqual({ joins: [], limited: 0 });
  expect(readdirSync(top)).toEqual(["cgroup.procs"]);
});

test("no group is created if its limits are disabled", () => {
  const top = makeGroup(makeFolder("cgroup"));
  makeGroup(join(top, name), ["memory.max", "pids.max"]);
  const off = { memory: undefined, pids: undefined, disk: undefined };
  const mount = `30 20 0:27 / ${top} rw - cgroup2 cgroup2 rw`;
  expect(open([mount], ["0::/"], off).create().joins).toEqual([]);
});

test("only groups of sessions whose directory was deleted are removed", () => {
  const top = makeGroup(makeFolder("cgroup"));
  const [gone, running] = ["gatehouse-20260101-000000-aaaaaa", "gatehouse-20260101-000000-bbbbbb"];
  for (const each of [gone, running, "other-20260101-000000-aaaaaa"]) mkdirSync(join(top, each));
  const mount = `30 20 0:27 / ${top} rw - cgroup2 cgroup2 rw`;
  const { sessions, create } = open([mount], ["0::/"]);
  mkdirSync(join(sessions, running));
  create();
  expect(readdirSync(top).toSorted()).toEqual([
    "cgroup.procs",
    running,
    "other-20260101-000000-aaaaaa",
  ]);
});
