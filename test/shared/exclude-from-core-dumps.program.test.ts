import { execFileSync } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { execPath } from "node:process";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { root } from "../build-for-run.ts";
import { makeFolder } from "../temporary-folder.ts";

const source = pathToFileURL(join(root, "src/shared/exclude-from-core-dumps.ts")).href;

/** Runs a script in its own process, which can exit in any way. @returns its output */
function run(script: string, { cwd = root, limit = "unlimited" } = {}): string {
  const node = [execPath, "--import", import.meta.resolve("tsx"), "--input-type=module"];
  const limited = ["-c", `ulimit -S -c ${limit}; "$@" 2>/dev/null; true`, "sh", ...node];
  return execFileSync("/bin/sh", [...limited, "-e", script], { cwd, encoding: "utf8" }).trim();
}

/** Waits until the limit has the value 1. */
const untilLimited = `
  const { readFileSync } = await import("node:fs");
  while (!/^Max core file size +1 /m.test(readFileSync("/proc/self/limits", "utf8")))
    await new Promise(setImmediate);`;

/** Returns a script that crashes with a value in memory that its command line does not contain. */
const crash = (first: string) =>
  `${first}; globalThis.kept = Buffer.from("ab".repeat(20).toUpperCase().repeat(20)); process.abort();`;

const findDumps = (folder: string) =>
  readdirSync(folder).map((name) => readFileSync(join(folder, name)).includes("AB".repeat(200)));

test("a crash leaves no core dump", () => {
  const [exposed, guarded] = [makeFolder("core"), makeFolder("core")];
  // If core dumps go to a program or an absolute path, neither directory contains one.
  run(crash(""), { cwd: exposed });
  const pattern = readFileSync("/proc/sys/kernel/core_pattern", "utf8");
  expect(findDumps(exposed)).toEqual(/^[^|/]/.test(pattern) ? [true] : []);
  const exclude = `(await import("${source}")).excludeFromCoreDumps();`;
  run(crash(exclude + untilLimited), { cwd: guarded });
  expect(findDumps(guarded)).toEqual([]);
});

test("a crash before the limit is set leaves no memory in a core dump", () => {
  const folder = makeFolder("core");
  run(crash(`(await import("${source}")).excludeFromCoreDumps()`), { cwd: folder });
  expect(findDumps(folder)).not.toContain(true);
});

test("a child inherits filter and limit", () => {
  const script = `
    import { execFileSync } from "node:child_process";
    import { excludeFromCoreDumps } from "${source}";
    excludeFromCoreDumps();
    excludeFromCoreDumps();
    ${untilLimited}
    const show = "cat /proc/self/coredump_filter; ulimit -S -c";
    console.log(execFileSync("/bin/sh", ["-c", show], { encoding: "utf8" }));`;
  expect(run(script).split("\n")).toEqual(["00000000", "0"]);
});
