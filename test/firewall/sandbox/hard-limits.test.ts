import { expect, test } from "vitest";
import { formatHardLimits } from "../../../src/firewall/sandbox/hard-limits.ts";

const table = (files: string, processes: string) =>
  `Limit                     Soft Limit           Hard Limit           Units
Max processes             8000                 ${processes.padEnd(20)} processes
Max open files            1024                 ${files.padEnd(20)} files
`;
const format = (files: string, processes: string) =>
  formatHardLimits(table(files, processes), 32_768).filter((word) => word !== "--ulimit");

test("podman gets this process's hard limits, which every user can set", () => {
  expect(format("4096", "8000")).toEqual(["nofile=4096:4096", "nproc=8000:8000"]);
});

test("the limit of processes is not above that of the machine", () => {
  expect(format("4096", "96365")).toEqual(["nofile=4096:4096", "nproc=32768:32768"]);
  expect(format("unlimited", "unlimited")).toEqual(["nproc=32768:32768"]);
});

test("without limits that can be read, podman uses its own values", () => {
  expect(formatHardLimits("", 0)).toEqual([]);
});
