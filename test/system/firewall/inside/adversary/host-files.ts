import {
  closeSync,
  constants,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Attempt } from "./attempt.ts";
import type { HostPlaces } from "./host-locations.ts";

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

export function attempt(family: string, name: string, act: () => string): Attempt {
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

export function readAttempts(locations: HostPlaces): Attempt[] {
  const { secretFiles: secrets, sessionFolder, home, work, secret } = locations;
  const links: Readonly<Record<string, string>> = Object.fromEntries(
    [...secrets, "/etc/shadow", "/proc/1/root/etc/shadow", `${sessionFolder}/ssl/ca-key.pem`].map(
      (target, at) => [`a symbolic link to ${target}`, makeLink(work, `link${at}`, target)],
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

export function makeLink(work: string, name: string, target: string): string {
  const path = join(work, name);
  symlinkSync(target, path);
  return path;
}

export function listOthers(folder: string, work: string): string {
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

/** Lists descriptors, because one inherited from the caller would provide access to the host. */
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
