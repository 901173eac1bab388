import {
  accessSync,
  closeSync,
  constants,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Attempt } from "./attempt.ts";
import { attempt, listOthers, makeLink } from "./host-files.ts";
import type { HostPlaces } from "./host-locations.ts";

const protectedFiles = [
  "/proc/sys/kernel/core_pattern",
  "/proc/sys/kernel/modprobe",
  "/proc/sys/kernel/hotplug",
  "/proc/sys/kernel/hostname",
  "/proc/sys/kernel/randomize_va_space",
  "/proc/sys/kernel/yama/ptrace_scope",
  "/proc/sys/fs/binfmt_misc/register",
  "/proc/sys/vm/drop_caches",
  "/proc/sys/vm/overcommit_memory",
  "/proc/sys/net/ipv4/ip_forward",
  "/proc/sys/net/ipv4/ip_unprivileged_port_start",
  "/proc/sys/user/max_user_namespaces",
  "/proc/sysrq-trigger",
  "/proc/1/mem",
  "/proc/1/attr/current",
  "/proc/1/uid_map",
  "/proc/1/setgroups",
  "/proc/1/comm",
  "/proc/self/uid_map",
  "/proc/self/setgroups",
  "/proc/mtrr",
  "/proc/irq/default_smp_affinity",
  "/etc/passwd",
  "/etc/hosts",
  "/etc/resolv.conf",
  "/etc/shadow",
  "/etc/ssl/certs/ca-certificates.crt",
  "/usr/local/share/ca-certificates/gatehouse-session-ca.crt",
  "/usr/bin/env",
  "/run/gatehouse/starter",
  "/dev/kmsg",
];

const protectedFolders = [
  "/",
  "/usr/bin",
  "/usr/local/bin",
  "/usr/lib",
  "/etc",
  "/etc/ld.so.conf.d",
];

export function writeAttempts(locations: HostPlaces): Attempt[] {
  const { rules, logs, readOnly, sessionFolder } = locations;
  const folders = [...protectedFolders, logs, readOnly, sessionFolder, "/proc"];
  const evil = (path: string) => () => {
    writeFileSync(path, "evil");
    return "LEAK written";
  };
  return [
    ...[...protectedFiles, rules, join(logs, "decisions.jsonl"), join(readOnly, "file")].map(
      (path) => attempt("write", path, () => overwrite(path)),
    ),
    ...folders.map((path) => attempt("create", path, evil(join(path, "evil")))),
    ...[rules, logs].flatMap((path) => [
      attempt("replace", `${path} by a rename`, () => replace(path)),
      attempt("replace", `${path} by its removal`, () => remove(path)),
      attempt("replace", `${path} by a rename of its folder`, () => replace(dirname(path))),
    ]),
    attempt("links", "a hard link to a program", () => {
      linkSync("/usr/bin/env", join(locations.work, "env"));
      return "LEAK linked";
    }),
    attempt("links", "a symbolic link from the working folder to /tmp of the host", () => {
      const path = makeLink(locations.work, "tmp", "/tmp");
      return listOthers(realpathSync(path), locations.work);
    }),
    attempt("write", "whatever of /proc is not a process's", () => findWritable("/proc", 0)),
    {
      ...attempt("write", "the working folder", () => {
        writeFileSync(join(locations.work, "made-inside"), "");
        return "LEAK written";
      }),
      isControl: true,
    },
  ];
}

/** Overwrites a file with the same bytes if they are readable, so that nothing is damaged. */
function overwrite(path: string): string {
  if (statSync(path).isCharacterDevice() && !path.startsWith("/dev/")) return "keeps nothing";
  const file = openSync(path, constants.O_WRONLY);
  try {
    const bytes = readOwn(path) || "1\n";
    writeSync(file, path.endsWith("uid_map") ? "0 0 1\n" : bytes);
    return "LEAK written";
  } finally {
    closeSync(file);
  }
}

function readOwn(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

function replace(path: string): string {
  renameSync(path, `${path}.old`);
  mkdirSync(path);
  return "LEAK renamed";
}

function remove(path: string): string {
  rmSync(path, { recursive: true });
  return "LEAK removed";
}

function findWritable(folder: string, depth: number): string {
  const found: string[] = [];
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (depth === 0 && (/^\d+$/.test(entry.name) || entry.isSymbolicLink())) continue;
    try {
      if (entry.isDirectory()) found.push(findWritable(path, depth + 1));
      else if (statSync(path).isFile()) found.push(writable(path));
    } catch {
      // Even its listing may be denied.
    }
  }
  return found.filter((text) => text.startsWith("LEAK")).join(" ") || "none";
}

function writable(path: string): string {
  try {
    accessSync(path, constants.W_OK);
    return `LEAK ${path}`;
  } catch {
    return "";
  }
}
