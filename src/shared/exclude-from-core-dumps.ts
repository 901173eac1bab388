import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const filterFile = "/proc/self/coredump_filter";

/**
 * Excludes this process's memory from core dumps, because it may contain a secret. Children inherit
 * both parts. They apply also between fork and exec, when no signal handler of gatehouse can catch
 * SIGQUIT.
 *
 * 1. The filter excludes all memory, at once. It also applies to core dumps that the kernel pipes
 * to a program.
 * 2. The limit prevents the dump itself, because registers hold up to a kilobyte of the data that
 * was copied last. Node cannot set it, so a program does, if there would be a dump. With a limit of
 * 1 the kernel writes and pipes nothing.
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

/** Uses a fixed path, because a program found through PATH could be anyone's. */
function preventDumps(): void {
  const args = ["--core=1:", "--pid", String(process.pid)];
  const child = spawn("/usr/bin/prlimit", args, { stdio: "ignore", env: {} });
  // Best effort: without the program, registers stay in a core dump.
  child.on("error", () => undefined).unref();
}
