import {
  accessSync,
  closeSync,
  constants,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Attempt } from "./attempt.ts";
import type { HostPlaces } from "./host-places.ts";

const secretFiles = [
  "/etc/shadow",
  "/etc/shadow-",
  "/etc/gshadow",
  "/etc/sudoers",
  "/etc/ssh/ssh_host_ed25519_key",
  "/etc/ssh/ssh_host_rsa_key",
  "/proc/1/environ",
  "/proc/1/mem",
  "/proc/1/maps",
  "/proc/1/stack",
  "/proc/1/syscall",
  "/proc/1/auxv",
  "/proc/1/io",
  "/proc/1/pagemap",
  "/proc/1/personality",
  "/proc/1/task/1/environ",
  "/proc/1/root/etc/passwd",
  "/proc/1/cwd/etc/passwd",
  "/proc/1/exe",
  "/proc/1/fd/3",
  "/proc/1/map_files",
  "/proc/kcore",
  "/proc/kmsg",
  "/proc/kpagecount",
  "/proc/kpageflags",
  "/proc/kpagecgroup",
  "/proc/slabinfo",
  "/proc/vmallocinfo",
  "/proc/timer_list",
  "/proc/sched_debug",
  "/proc/pagetypeinfo",
  "/proc/sysrq-trigger",
  "/dev/mem",
  "/dev/kmem",
  "/dev/port",
  "/dev/kmsg",
  "/dev/sda",
  "/dev/vda",
  "/dev/nvme0n1",
  "/dev/loop0",
  "/dev/loop-control",
  "/dev/fuse",
  "/dev/net/tun",
  "/dev/kvm",
  "/dev/vsock",
  "/dev/vhost-vsock",
  "/dev/vhost-net",
  "/dev/uinput",
  "/dev/input/event0",
  "/dev/mapper/control",
  "/dev/console",
  "/dev/tty0",
  "/dev/tty1",
  "/dev/ttyS0",
  "/dev/hpet",
  "/dev/autofs",
  "/dev/btrfs-control",
  "/dev/userfaultfd",
  "/dev/dri/card0",
];

const hiddenFolders = [
  "/sys/kernel",
  "/sys/fs/cgroup",
  "/sys/class",
  "/sys/firmware",
  "/boot",
  "/home",
  "/root/.ssh",
  "/srv",
  "/mnt",
  "/media",
  "/lost+found",
  "/var/log",
  "/var/lib",
  "/var/spool",
  "/run/user",
  "/run/systemd",
  "/run/dbus",
  "/run/containerd",
  "/run/podman",
  "/etc/ssl/private",
  "/etc/sudoers.d",
  "/dev/mqueue",
  "/dev/disk",
];

function attempt(family: string, name: string, act: () => string): Attempt {
  return { family, name, act: () => Promise.resolve().then(act) };
}

function readSome(path: string): string {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const bytes = Buffer.alloc(4096);
    const count = readSync(file, bytes, 0, bytes.length, null);
    return count > 0 ? `LEAK ${bytes.toString("latin1", 0, Math.min(count, 60))}` : "empty";
  } finally {
    closeSync(file);
  }
}

function list(path: string): string {
  const found = readdirSync(path);
  return found.length > 0 ? `LEAK ${found.slice(0, 8).join()}` : "empty";
}

export function readAttempts(places: HostPlaces): Attempt[] {
  const { secretFiles: secrets, sessionFolder, home, work, secret } = places;
  const links: Readonly<Record<string, string>> = Object.fromEntries(
    [...secrets, "/etc/shadow", "/proc/1/root/etc/shadow", `${sessionFolder}/ssl/ca-key.pem`].map(
      (target, at) => [`a link to ${target}`, makeLink(work, `link${at}`, target)],
    ),
  );
  return [
    ...secretFiles.map((path) => attempt("read", path, () => readSome(path))),
    ...secrets.map((path) => attempt("read", path, () => readSome(path))),
    ...Object.entries(links).map(([name, path]) => attempt("links", name, () => readSome(path))),
    ...["ssl/ca-key.pem", "ssl/ca-cert.pem", "session.json", "channel", "trust/bundle.crt"].map(
      (name) => attempt("session", name, () => readSome(join(sessionFolder, name))),
    ),
    ...hiddenFolders.map((path) => attempt("list", path, () => list(path))),
    attempt("list", "the session's folder", () => list(sessionFolder)),
    attempt("list", "other sessions", () => listOthers("/tmp", work)),
    attempt("list", "beside the working folder", () => listOthers(dirname(work), work)),
    attempt("list", "the home", () => (existsWith(home, secret) ? "LEAK home" : "empty")),
    attempt("read", "inherited descriptors", () => readDescriptors()),
    attempt("read", "the environment of any process", () => readEnvironments(secret)),
    { ...attempt("read", "/etc/passwd", () => readSome("/etc/passwd")), isControl: true },
  ];
}

function makeLink(work: string, name: string, target: string): string {
  const path = join(work, name);
  symlinkSync(target, path);
  return path;
}

function listOthers(folder: string, work: string): string {
  const ours = ["shown", "home", "owned"];
  const others = readdirSync(folder).filter((name) => !ours.includes(name));
  const found = others.filter((name) => !work.startsWith(join(folder, name)));
  return found.length > 0 ? `LEAK ${found.join()}` : "empty";
}

function existsWith(folder: string, secret: string): boolean {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).some((name) => {
    const path = join(folder, name);
    return statSync(path).isFile() && readFileSync(path, "utf8").includes(secret);
  });
}

/** Whatever was open in the caller would lead out of here. */
function readDescriptors(): string {
  const found = readdirSync("/proc/self/fd").filter((name) => {
    try {
      return statSync(`/proc/self/fd/${name}/etc/passwd`).isFile();
    } catch {
      return false;
    }
  });
  return found.length > 0 ? `LEAK ${found.join()}` : "none";
}

function readEnvironments(secret: string): string {
  const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const found = pids.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/environ`, "latin1").includes(secret);
    } catch {
      return false;
    }
  });
  return found.length > 0 ? `LEAK ${found.join()}` : "none";
}

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

export function writeAttempts(places: HostPlaces): Attempt[] {
  const { rules, logs, readOnly, sessionFolder } = places;
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
      linkSync("/usr/bin/env", join(places.work, "env"));
      return "LEAK linked";
    }),
    attempt("links", "a link from the working folder to /tmp of the host", () => {
      const path = makeLink(places.work, "tmp", "/tmp");
      return listOthers(realpathSync(path), places.work);
    }),
    attempt("write", "whatever of /proc is not a process's", () => findWritable("/proc", 0)),
    {
      ...attempt("write", "the working folder", () => {
        writeFileSync(join(places.work, "made-inside"), "");
        return "LEAK written";
      }),
      isControl: true,
    },
  ];
}

/** Without changing what it would harm: the same bytes where they can be read. */
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
      // It may not even be listed.
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
