import { lstatSync, mkdtempSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { asUser } from "./as-user.ts";
import type { User } from "./invoking-user.ts";

/** Length of the suffix that mkdtemp(3) generates. */
const idLength = 6;

/** One of gatehouse's directories in a shared parent: `<kind>-20260304-050607-1f2E3d`. */
export interface StampedFolder {
  readonly path: string;
  /** Last part of the directory's name, which identifies it. */
  readonly id: string;
}

interface Location {
  /**
   * The parent directory. If other users can write to it, it must have the sticky bit, as /tmp
   * does.
   */
  readonly parent: string;
  /** Required owner (default: the user of this process). */
  readonly owner?: User | undefined;
}

/**
 * Creates a new directory that only its owner can use. Never uses an existing one.
 * @throws the file system's error
 */
export function makeStampedFolder(kind: string, now: Date, location: Location): StampedFolder {
  const { parent, owner } = location;
  // The system generates a random suffix. Only the owner has access, regardless of the umask.
  const path = asUser(owner, () => mkdtempSync(join(parent, `${kind}-${stampOf(now)}-`)));
  return { path, id: path.slice(-idLength) };
}

/** Returns a stamp such as `20260304-050607`, in UTC, so that sorting by name sorts by time. */
function stampOf(now: Date): string {
  return now
    .toISOString()
    .replaceAll(/[-:]|\..*/g, "")
    .replace("T", "-");
}

/**
 * Lists the directories of this kind that are private to the owner, newest first. Skips links and
 * other users' directories.
 */
export function listStampedFolders(kind: string, { parent, owner }: Location): StampedFolder[] {
  const shape = new RegExp(`^${kind}-\\d{8}-\\d{6}-([0-9A-Za-z]{6})$`);
  const user = owner?.uid ?? process.geteuid?.();
  const named = readdirSync(parent).flatMap((name) => {
    const id = shape.exec(name)?.[1];
    return id === undefined ? [] : [{ path: join(parent, name), id }];
  });
  return named
    .filter(({ path }) => {
      const found = lstatSync(path, { throwIfNoEntry: false });
      if (!found?.isDirectory()) return false;
      return user === undefined || (found.uid === user && (found.mode & 0o777) === 0o700);
    })
    .toSorted((one, other) => (one.path < other.path ? 1 : -1));
}
