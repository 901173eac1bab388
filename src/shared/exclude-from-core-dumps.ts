import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const filterFile = "/proc/self/coredump_filter";

/**
 * Excludes this process's memory from core dumps, because it may contain a secret. There are two
 * protections. Children inherit both, and both also apply between fork and exec, when gatehouse's
 * signal handlers cannot catch SIGQUIT.
 *
 * 1. The filter excludes all memory immediately. It also applies to core dumps that the kernel
 * pipes to a program.
 * 2. The size limit prevents the dump itself, because registers contain up to a kilobyte of the
 * data that was copied last. Node cannot set the limit, so a program does, if there would be a
 * dump. With a limit of 1, the kernel does not write or pipe a dump.
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

/**
 * Returns whether the kernel would dump this process: to a file up to the limit, or to a pipe
 * regardless of the limit.
 */
function isDumped(limit: string): boolean {
  if (limit === "1") return false;
  return limit !== "0" || readFileSync("/proc/sys/kernel/core_pattern", "utf8").startsWith("|");
}

/** Uses a fixed path, because a program found through PATH could come from anyone. */
function preventDumps(): void {
  const args = ["--core=1:", "--pid", String(process.pid)];
  const child = spawn("/usr/bin/prlimit", args, { stdio: "ignore", env: {} });
  // Best effort: without the program, a core dump still contains the registers.
  child.on("error", () => undefined).unref();
}
