import { expect, test } from "vitest";
import {
  countsProcessesByNamespace,
  decideLimits,
  findUnenforced,
  listApplied,
  withoutDiscarded,
} from "../../../src/firewall/sandbox/resource-limits.ts";

const nothing = { memory: undefined, pids: undefined, disk: undefined };

test("default limits depend on the memory, and all directories together stay below the memory limit", () => {
  const limits = decideLimits(nothing, 8_000_000_000);
  expect(limits).toEqual({ memory: 6_000_000_000, pids: 4096, disk: 1_200_000_000 });
});

test("a specified limit takes precedence, and 0 disables the limit", () => {
  expect(decideLimits({ memory: 5, pids: 0, disk: undefined }, 1000)).toEqual({
    memory: 5,
    pids: undefined,
    disk: 150,
  });
});

test("this machine's memory size is known", () => {
  expect(decideLimits(nothing).memory).toBeGreaterThan(0);
});

test("a limit that is not enforced is never reported as enforced", () => {
  const applied = listApplied({ memory: 1, pids: undefined, disk: 2 }, { disk: "tmpfs" });
  expect(applied).toEqual([
    { name: "memory", most: 1 },
    { name: "pids" },
    { name: "disk", most: 2, enforcedBy: "tmpfs" },
  ]);
  expect(findUnenforced(applied)).toEqual(["memory"]);
});

test.each([
  ["Your kernel does not support memory limit capabilities. Limitation discarded.", ["memory"]],
  ["Your kernel does not support PIDs limit capabilities. PIDs limit discarded.", ["pids"]],
  [
    "Resource limits are not supported and ignored on cgroups V1 rootless systems",
    ["memory", "pids"],
  ],
  ["Your kernel does not support swap limit capabilities. Memory limited without swap.", []],
  ["", []],
])("a limit that a container engine ignores is not enforced: %s", (warning, names) => {
  const limits = listApplied(
    { memory: 1, pids: 2, disk: 3 },
    { memory: "docker", pids: "docker", disk: "tmpfs" },
  );
  expect(findUnenforced(withoutDiscarded(limits, warning))).toEqual(names);
});

test.each([
  ["4.19.0-27-amd64", false],
  ["5.13.19", false],
  ["5.14.0", true],
  ["6.8.0-1017-azure", true],
  ["5.14-rc1", true],
])("whether Linux %s counts the processes of each user namespace: %j", (kernel, expected) => {
  expect(countsProcessesByNamespace(kernel)).toBe(expected);
});
