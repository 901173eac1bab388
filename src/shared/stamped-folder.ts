import { lstatSync, mkdtempSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { asUser } from "./as-user.ts";
import type { User } from "./invoking-user.ts";

/** As many as mkdtemp(3) chooses. */
const idLength = 6;

/** A folder of ours among those of others: `<kind>-20260304-050607-1f2E3d`. */
export interface StampedFolder {
  readonly path: string;
  /** The last part of its name. */
  readonly id: string;
}

interface Place {
  /** The folder that it is made in, which others may write to where it is sticky, as /tmp is. */
  readonly parent: string;
  /** Whose it is; the process's own user where undefined. */
  readonly owner?: User | undefined;
}

/**
 * Makes a new folder that only its owner can use. What somebody else has put in its place is never used.
 * @throws what the file system says
 */
export function makeStampedFolder(kind: string, now: Date, place: Place): StampedFolder {
  const { parent, owner } = place;
  // The system chooses the last part, and nobody but the owner has any right to it, whatever the umask says.
  const path = asUser(owner, () => mkdtempSync(join(parent, `${kind}-${stampOf(now)}-`)));
  return { path, id: path.slice(-idLength) };
}

/** `20260304-050607`, in UTC: names in order are folders in order. */
function stampOf(now: Date): string {
  return now
    .toISOString()
    .replaceAll(/[-:]|\..*/g, "")
    .replace("T", "-");
}

/** Those of this kind that are the owner's alone, the newest first. Links and others' folders are passed over. */
export function listStampedFolders(kind: string, { parent, owner }: Place): StampedFolder[] {
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
