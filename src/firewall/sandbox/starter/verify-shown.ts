import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import type { BigIntStats } from "node:fs";
import { parseMountTable, readMountTable } from "../mount-table.ts";
import { codeOf } from "../../../shared/error-code.ts";

// Implements the same logic as `verify.h`, which explains the reasons and the entry format. Node
// cannot tell whether a path is a mount point, so this code reads /proc.

const { EACCES, ENOENT, EROFS, ESTALE, EXDEV } = {
  ENOENT: 2,
  EACCES: 13,
  EXDEV: 18,
  EROFS: 30,
  ESTALE: 116,
};
const flags = 0o10000000 | constants.O_NOFOLLOW;
const nullDevice = 0x103n;

interface Opened {
  readonly mount: string;
  readonly stat: BigIntStats;
}

/**
 * @param hex mount entries in hexadecimal, with a NUL after each entry
 * @returns the first mount that differs from the plan, and the error number
 */
export function findDifference(hex: string): { differs: number; errno: number } | undefined {
  const entries = Buffer.from(hex, "hex").toString().split("\0").slice(0, -1);
  const readOnly = readOnlyMounts();
  for (const [differs, entry] of entries.entries()) {
    const errno = verifyEntry(entry, readOnly);
    if (errno !== 0) return { differs, errno };
  }
  return undefined;
}

function verifyEntry(entry: string, readOnly: ReadonlySet<string>): number {
  const [kind, device, inode, ...words] = entry.split(" ");
  const isPlanned = ({ stat }: Opened) => `${stat.dev} ${stat.ino}` === `${device} ${inode}`;
  const { folder, file, isLast } = walk(words.join(" "));
  // Accepts this error: the command runs as the same user, so it cannot enter the directory either,
  // and cannot make the directory accessible.
  if (file === EACCES && folder.stat.uid !== BigInt(process.geteuid?.() ?? 0)) return 0;
  const isCover = kind === "h" || kind === "e";
  if (isCover && isLast && !isPlanned(folder)) return ESTALE;
  if (isCover && isLast && file === ENOENT) return 0;
  if (typeof file === "number") return file;
  if (file.mount === folder.mount) return EXDEV;
  if (kind === "h" && file.stat.rdev !== nullDevice) return ESTALE;
  if (!isCover && !isPlanned(file)) return ESTALE;
  return kind === "w" || readOnly.has(file.mount) ? 0 : EROFS;
}

/** Opens each directory in the path separately, so that no link is followed. */
function walk(path: string) {
  const names = path.split("/").slice(1);
  let at = openSync("/", flags);
  try {
    for (const [index, name] of names.entries()) {
      const isLast = index === names.length - 1;
      const folder = examine(at);
      const next = open(`/proc/self/fd/${at}/${name}`);
      if (typeof next === "string") return { folder, file: errnoOf(next), isLast };
      closeSync(at);
      at = next;
      if (isLast) return { folder, file: examine(at), isLast };
    }
    return { folder: examine(at), file: ENOENT, isLast: false };
  } finally {
    closeSync(at);
  }
}

/** @returns a descriptor, or the error code */
function open(path: string): number | string {
  try {
    return openSync(path, flags);
  } catch (error) {
    return codeOf(error) ?? "";
  }
}

function errnoOf(code: string): number {
  return { EACCES, ENOENT }[code] ?? ESTALE;
}

function examine(file: number): Opened {
  const [, mount = ""] =
    /^mnt_id:\s*(\d+)$/m.exec(readFileSync(`/proc/self/fdinfo/${file}`, "utf8")) ?? [];
  return { mount, stat: fstatSync(file, { bigint: true }) };
}

/** @returns the IDs of read-only mounts */
function readOnlyMounts(): ReadonlySet<string> {
  const lines = parseMountTable(readMountTable());
  return new Set(lines.filter(({ options }) => options.has("ro")).map(({ id }) => id));
}
