import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const filterFile = "/proc/self/coredump_filter";

/**
 * Keeps this process's memory out of core dumps, because a secret may be in it. Children inherit both parts, between
 * fork and exec as well, when no signal handler of ours is left to catch SIGQUIT.
 *
 * 1. The filter excludes all memory, at once. It also applies to core dumps that the kernel pipes to a program.
 * 2. The limit prevents the dump itself, because registers hold up to a kilobyte of what was copied last. Node cannot
 *    set it, so a program does, if there would be a dump. With a limit of 1 the kernel writes and pipes nothing.
 * @see core(5); do_coredump in the kernel's fs/coredump.c
 */
export function excludeFromCoreDumps(): void {
  try {
    writeFileSync(filterFile, "0");
    if (isDumped(readLimit())) preventDumps();
  } catch {
    // Best effort: only Linux has a filter. docs/secrecy.md describes other systems.
  }
}

/** Returns the soft limit: bytes, or "unlimited". */
function readLimit(): string {
  const [, limit = "0"] =
    /^Max core file size +(\S+)/m.exec(readFileSync("/proc/self/limits", "utf8")) ?? [];
  return limit;
}

/** Returns whether the kernel would dump this process: into a file up to the limit, or into a pipe whatever the limit. */
function isDumped(limit: string): boolean {
  if (limit === "1") return false;
  return limit !== "0" || readFileSync("/proc/sys/kernel/core_pattern", "utf8").startsWith("|");
}

/** The path is fixed: a program that is found by PATH could be anybody's. */
function preventDumps(): void {
  const args = ["--core=1:", "--pid", String(process.pid)];
  const child = spawn("/usr/bin/prlimit", args, { stdio: "ignore", env: {} });
  // Best effort: without the program, registers stay in a core dump.
  child.on("error", () => undefined).unref();
}
