import { spawnSync } from "node:child_process";
import {
  closeSync,
  constants,
  copyFileSync,
  cpSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  readdirSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import type { Attempt } from "./attempt.ts";
import { pythonCalls } from "./python-calls.ts";
import { secretStart, type FilePlaces } from "./file-places.ts";

const { O_RDONLY, O_RDWR, O_WRONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
const pathOnly = 0o10000000;

/** Shown instead of the blocks of a file that has more of them than an empty one. */
const manyBlocks = "LEAK blocks";

/** Reports a leak if a text contains the content or the size of a hidden file. */
function evaluate(text: string, secretSize: number): string {
  const leak = new RegExp(`LEAK|${secretStart}[0-9a-f]{8}|(?<!\\d)${secretSize}(?!\\d)`).exec(text);
  return leak ? `LEAK ${text.slice(leak.index, leak.index + 60)}` : `kept: ${text.slice(0, 200)}`;
}

interface TextAttempt {
  readonly family: string;
  readonly name: string;
  readonly read: () => string;
}

function attempt(family: string, name: string, read: () => string): TextAttempt {
  return { family, name, read };
}

/** Returns everything that a program prints. */
function run(program: string, ...args: readonly string[]): string {
  const { stdout, stderr, error } = spawnSync(program, args, { maxBuffer: 64 << 20 });
  if (error && !stdout) throw error;
  return `${stdout.toString("latin1")}${stderr.toString("latin1")}`;
}

function script(text: string, ...args: readonly string[]): string {
  return run("sh", "-c", text, "sh", ...args);
}

function python(text: string, ...args: readonly string[]): string {
  return run("python3", "-c", text, ...args);
}

function readOpened(path: string, flags: number): string {
  const file = openSync(path, flags);
  try {
    const bytes = Buffer.alloc(65_536);
    return bytes.toString("latin1", 0, readSync(file, bytes, 0, bytes.length, 0));
  } finally {
    closeSync(file);
  }
}

/** Opens a path without reading, and opens its descriptor again. */
function reopen(path: string, through: string): string {
  const file = openSync(path, pathOnly | O_NOFOLLOW);
  try {
    return readOpened(`${through}/${file}`, O_RDONLY);
  } finally {
    closeSync(file);
  }
}

function describe(path: string): string {
  const { size, blocks } = statSync(path);
  return `${size} ${lstatSync(path, { bigint: true }).size} ${blocks > 8 ? manyBlocks : 0}`;
}

const mounts: Readonly<Record<string, string>> = {
  unmount: 'umount "$1"; umount -l "$1"; cat "$1"',
  "bind mount of the folder": 'mount --bind "$(dirname "$1")" /tmp && cat "/tmp/$(basename "$1")"',
  "moved mount": 'mount --move "$1" /tmp/moved; cat "$1"',
  "remount writable": 'mount -o remount,bind,rw "$1"; chmod 644 "$1"; cat "$1"',
  "new mount namespace": 'unshare -m sh -c \'umount "$1"; cat "$1"\' sh "$1"',
  "new user namespace": 'unshare -Urm sh -c \'umount "$1"; cat "$1"\' sh "$1"',
  "namespace of process 1": 'nsenter -t 1 -m cat "$1"',
  overlay:
    'mkdir -p /tmp/o/u /tmp/o/w; mount -t overlay -o "lowerdir=$(dirname "$1"),upperdir=/tmp/o/u,workdir=/tmp/o/w" o /tmp/o && cat "/tmp/o/$(basename "$1")"',
  "another root": 'chroot "$(dirname "$1")" /bin/cat "/$(basename "$1")"',
  "block device":
    'for d in /dev/vda /dev/sda /dev/loop0 /dev/dm-0; do head -c 60 "$d"; done; mknod /tmp/disk b 254 0 && head -c 60 /tmp/disk',
};

const changes: Readonly<Record<string, string>> = {
  "changed mode": 'chmod 777 "$1"; cat "$1"',
  "changed owner": 'chown "$(id -u)" "$1"; chmod 600 "$1"; cat "$1"',
  "access list": 'setfacl -m u:$(id -u):r "$1"; cat "$1"',
  "new name": 'mv "$1" "$1.moved"; cat "$1.moved" "$1"',
  "new name elsewhere": 'mv "$1" /tmp/moved; cat /tmp/moved "$1"',
  removal: 'rm -f "$1"; cat "$1"',
  "a file in its place": 'echo own > /tmp/own; mv -f /tmp/own "$1"; cat "$1"',
  "an exchange of names": 'echo own > "$1.own"; mv --exchange "$1" "$1.own"; cat "$1.own" "$1"',
  "a hard link": 'ln "$1" "$1.link"; cat "$1.link"',
  "a hard link through a descriptor": 'exec 9<"$1"; ln -L /proc/self/fd/9 "$1.link"; cat "$1.link"',
  "a new name of its folder":
    'd=$(dirname "$1"); mv "$d" "$d.moved"; cat "$d.moved/$(basename "$1")"; mv "$d.moved" "$d"',
  "a link in place of its folder":
    'd=$(dirname "$1"); mv "$d" "$d.moved" && ln -s "$d.moved" "$d"; cat "$1"; rm "$d" && mv "$d.moved" "$d"',
};

const programs: Readonly<Record<string, string>> = {
  "a shell that sources it": '. "$1"; sh "$1"',
  execution: '"$1"; python3 "$1"; /lib64/ld-linux-x86-64.so.2 "$1"',
  "the loader": 'LD_PRELOAD="$1" true; PYTHONSTARTUP="$1" python3 -c pass',
  tar: 'tar cf - -C "$(dirname "$1")" "$(basename "$1")"',
  cp: 'cp -a "$1" /tmp/copied; cp --reflink=always "$1" /tmp/copied; cat /tmp/copied',
  dd: 'dd "if=$1" bs=60 count=1; dd "if=$1" iflag=direct bs=4096 count=1',
  tail: 'tail -c 60 "$1"; head -c 60 "$1"',
  size: 'ls -ls "$1"; wc -c "$1"; du -b "$1"; stat -c "%s %b" "$1"; find "$1" -printf "%s\\n"',
  git: 'cd "$(mktemp -d)" && git init -q && git --work-tree="$(dirname "$1")" add -f "$1"; git show ":$(basename "$1")"; git hash-object -w "$1"; git diff --no-index /dev/null "$1"',
  attributes: 'getfattr -d -m - "$1"; lsattr "$1"; filefrag -v "$1"',
};

/** Paths to the same file that do not use its usual name. */
function otherPaths(path: string, work: string): readonly string[] {
  const roots = [
    "/proc/self/root",
    "/proc/1/root",
    "/proc/self/task/1/root",
    "/proc/thread-self/root",
  ];
  return [
    ...roots.map((root) => `${root}${path}`),
    `/proc/self/cwd/${relative(work, path)}`,
    `/proc/1/cwd/${relative(work, path)}`,
    `${dirname(path)}/./../${basename(dirname(path))}//${basename(path)}`,
    relative(process.cwd(), path),
  ];
}

export function readHidden(places: FilePlaces): Attempt[] {
  return listAll(places).map(({ family, name, read }) => ({
    family,
    name,
    act: async () => evaluate(read(), places.secretSize),
  }));
}

function listAll({
  hiddenFiles,
  hiddenFolders,
  work,
  writable,
  secretSize,
}: FilePlaces): TextAttempt[] {
  const scripts = { ...programs, ...changes, ...mounts };
  return [
    ...hiddenFiles.flatMap((path, at): TextAttempt[] => [
      attempt("read", path, () => readFileSync(path, "latin1")),
      ...Object.entries({ O_RDONLY, O_RDWR, nonblocking: O_RDONLY | O_NONBLOCK }).map(
        ([name, flags]) => attempt("open", `${path} ${name}`, () => readOpened(path, flags)),
      ),
      attempt("open", `${path} to write`, () => {
        const file = openSync(path, O_WRONLY);
        return `LEAK ${writeSync(file, "x")}`;
      }),
      ...["/proc/self/fd", "/dev/fd", "/proc/thread-self/fd"].map((through) =>
        attempt("descriptor", `${path} through ${through}`, () => reopen(path, through)),
      ),
      ...otherPaths(path, work).map((other) =>
        attempt("other path", other, () => `${describe(other)} ${readFileSync(other, "latin1")}`),
      ),
      attempt("size", path, () => describe(path)),
      attempt("copy", path, () => {
        copyFileSync(path, `/tmp/copy${at}`);
        return readFileSync(`/tmp/copy${at}`, "latin1");
      }),
      attempt("link", `a new symbolic link to ${path}`, () => {
        const link = join(writable, `link${at}`);
        symlinkSync(path, link);
        return readFileSync(link, "latin1");
      }),
      ...Object.entries(pythonCalls).map(([name, text]) =>
        attempt("system call", `${name} ${path}`, () => python(text, path, `/tmp/sent${at}`)),
      ),
      ...Object.entries(scripts).map(([name, text]) =>
        attempt("program", `${name}: ${path}`, () => script(text, path)),
      ),
    ]),
    ...hiddenFolders.flatMap((path) => listAttempts(path)),
    ...searchAttempts(work, secretSize),
  ];
}

function listAttempts(path: string): TextAttempt[] {
  return [
    attempt("list", path, () =>
      readdirSync(path)
        .map((name) => `LEAK ${name}`)
        .join(),
    ),
    attempt("list", `${path} in a shell`, () => listInShell(path)),
    attempt("list", `${path} recursively`, () => script('ls -laR "$1"; cat "$1"/*', path)),
    attempt("list", `a file in ${path}`, () => readFileSync(join(path, "token"), "latin1")),
    attempt("list", `${path} after chmod`, () => script('chmod 777 "$1"; cat "$1/token"', path)),
    attempt("list", `${path} after a rename`, () =>
      script(
        'mv "$1" "$1.moved"; cat "$1.moved/token"; rmdir "$1"; rm -rf "$1"; cat "$1/token"',
        path,
      ),
    ),
    attempt("list", `a new file in ${path}`, () =>
      script('echo own > "$1/own" && echo LEAK; mount --bind "$1" /tmp; ls /tmp/token', path),
    ),
  ];
}

/** Lists the files that a shell finds. */
function listInShell(path: string): string {
  return script('for f in "$1"/* "$1"/.*; do [ -f "$f" ] && echo "LEAK $f"; done', path);
}

/** Searches everything that is visible. */
function searchAttempts(work: string, secretSize: number): TextAttempt[] {
  const found = `s${secretStart.slice(1)}`;
  const pattern = `[${secretStart.charAt(0)}]${secretStart.slice(1)}`;
  return [
    attempt("search", "the content of all files", () =>
      script(`grep -rsaoh "${pattern}[0-9a-f-]*" "$1" /tmp /home /root /opt`, work),
    ),
    attempt("search", "the size of all files", () =>
      script(`find / -xdev -size ${secretSize}c -printf "%p %s\\n" 2>/dev/null`),
    ),
    attempt("search", "descriptors of all processes", () => readDescriptors()),
    attempt("search", "the memory of all processes", () =>
      script(`for p in /proc/[0-9]*; do grep -sao "${pattern}" $p/environ $p/cmdline $p/mem; done`),
    ),
    attempt("search", "an archive of the working directory", () =>
      script('tar cf - --exclude=adversary-files.mjs "$1"', work),
    ),
    attempt("search", "a copy of the working directory", () => {
      cpSync(work, `/tmp/${found}`, { recursive: true, force: true });
      return "copied";
    }),
    attempt("search", "the repository", () =>
      script('cd "$1" && git add -A -f; git grep -a --no-index SECRET-; git show :.env', work),
    ),
  ];
}

function readDescriptors(): string {
  const found = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => list(`/proc/${pid}/fd`).map((name) => `/proc/${pid}/fd/${name}`));
  return found.map((path) => readThrough(path)).join(" ");
}

function readThrough(path: string): string {
  try {
    const target = readlinkSync(path);
    if (statSync(path).isDirectory()) return readFileSync(join(path, ".env"), "latin1");
    return target.startsWith("/") ? readOpened(path, O_RDONLY | O_NONBLOCK) : "";
  } catch {
    return "";
  }
}

function list(path: string): readonly string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}
