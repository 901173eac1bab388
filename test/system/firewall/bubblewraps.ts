import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../build-for-run.ts";
import { casesOf } from "../../sample.ts";

/** Functions that create a bubblewrap other than the installed one in an empty directory. */
const creators = {
  "0.12 (simulated)": simulateNewerBubblewrap,
  "without capabilities (simulated)": simulateDeniedCapabilities,
  "0.12.0": (folder: string) => copyBubblewrap("0.12.0", folder),
  "0.13.0": (folder: string) => copyBubblewrap("0.13.0", folder),
};

type OtherBubblewrap = keyof typeof creators;
export type Bubblewrap = "installed" | OtherBubblewrap;

/** The versions of bubblewrap that differ in what they can mount. */
export const versions = casesOf<Bubblewrap>({
  usual: ["installed", "0.12 (simulated)"],
  all: ["installed", "0.12 (simulated)", "0.12.0", "0.13.0"],
});

/** The bubblewraps under which the adversaries run in addition to the installed one. */
export const others = Object.keys(creators) as OtherBubblewrap[];

/**
 * Returns the directories that have to be first on PATH to use a bubblewrap. Creates the program in
 * the lab's directory on first use.
 */
export function provideBubblewrap(bubblewrap: Bubblewrap, lab: string): readonly string[] {
  if (bubblewrap === "installed") return [];
  const folder = join(lab, "bubblewraps", bubblewrap);
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true });
    creators[bubblewrap](folder);
  }
  return [folder];
}

/** Copies a version that `prepare-machine.mjs --full` has built to a directory for all users. */
function copyBubblewrap(version: string, folder: string): void {
  copyFileSync(join(root, ".cache/bubblewrap", version, "bwrap"), join(folder, "bwrap"));
}

/**
 * Checks two rules of bubblewrap 0.12 and later, which older versions do not have: each directory
 * around a mount must be readable, and the destination must not be a link.
 */
const check = `import { accessSync, constants, readlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const shown = [{ target: "/", source: undefined }];

/** Returns the path on this machine that the mounts so far show at a path in the container. */
function findCovered(path) {
  const top = shown.findLast(({ target }) => path === target || path.startsWith(join(target, "/")));
  return top.source === undefined ? undefined : join(top.source, relative(top.target, path));
}

function refuse(message) {
  process.stderr.write(\`bwrap: \${message}\\n\`);
  process.exit(1);
}

function isLink(path) {
  try {
    return readlinkSync(path) !== undefined;
  } catch {
    return false;
  }
}

function check(target) {
  for (let folder = dirname(target); folder !== "/"; folder = dirname(folder)) {
    const covered = findCovered(folder);
    try {
      if (covered !== undefined) accessSync(covered, constants.R_OK);
    } catch (error) {
      if (error.code === "EACCES") refuse(\`Can't mkdir parents for \${target}: Permission denied\`);
    }
  }
  const covered = findCovered(target);
  if (covered !== undefined && isLink(covered))
    refuse(\`Can't mount on symlink destination \${target}\`);
}

const words = process.argv.slice(2);
for (let at = 0; at < words.length && words[at] !== "--"; at++) {
  if (["--bind", "--ro-bind"].includes(words[at])) {
    const [source, target] = words.slice(at + 1, (at += 2) + 1);
    check(target);
    shown.push({ target, source });
  } else if (["--tmpfs", "--proc", "--dev"].includes(words[at])) {
    const target = words[(at += 1)];
    check(target);
    shown.push({ target, source: undefined });
  }
}
`;

/**
 * Simulates bubblewrap 0.12 with the installed version. Arguments that break a rule of the newer
 * version fail with its message and exit code.
 */
function simulateNewerBubblewrap(folder: string): void {
  const script = join(folder, "check.mjs");
  writeFileSync(script, check, { mode: 0o644 });
  const lines = [
    "#!/bin/sh",
    // Through the inherited channel, Node would read messages for the starter.
    `(unset NODE_CHANNEL_FD; exec 3>&-; exec '${process.execPath}' '${script}' "$@") || exit 1`,
    'exec /usr/bin/bwrap "$@"',
  ];
  writeFileSync(join(folder, "bwrap"), lines.join("\n"), { mode: 0o755 });
}

/**
 * Simulates AppArmor's profile `bwrap-userns-restrict` of Ubuntu 25.04 and later: the programs that
 * bubblewrap starts have no capabilities, although the caller asks for some.
 */
function simulateDeniedCapabilities(folder: string): void {
  const lines = [
    "#!/bin/bash",
    "given=()",
    'while [ $# -gt 0 ] && [ "$1" != -- ]; do',
    '  if [ "$1" = --cap-add ]; then shift 2; else given+=("$1"); shift; fi',
    "done",
    'exec /usr/bin/bwrap "${given[@]}" "$@"',
  ];
  writeFileSync(join(folder, "bwrap"), lines.join("\n"), { mode: 0o755 });
}
