import type { FoundPath } from "./walk-folder.ts";

/** Limit on the files of a snapshot, which needs about 200 bytes of memory for each file. */
const mostFiles = 200_000;

/** The files and links in the working directory at one time. */
export interface Snapshot {
  /** Properties of each file that change with its content, by path. */
  readonly files: ReadonlyMap<string, string>;
  /** False if there are more files than the limit. The other files are missing. */
  readonly isComplete: boolean;
}

export interface FileChange {
  readonly path: string;
  readonly change: "created" | "changed" | "deleted";
}

export interface SnapshotRecorder {
  record(found: FoundPath): void;
  end(): Snapshot;
}

export function recordSnapshot(limit = mostFiles): SnapshotRecorder {
  const files = new Map<string, string>();
  let isComplete = true;
  return {
    record: ({ path, stat }) => {
      if (!stat || stat.isDirectory()) return;
      if (files.size >= limit) isComplete = false;
      else files.set(path, `${stat.ino} ${stat.mode} ${stat.size} ${stat.mtimeMs} ${stat.ctimeMs}`);
    },
    end: () => ({ files, isComplete }),
  };
}

/**
 * Returns the files that differ between two snapshots, sorted by path. If a snapshot is incomplete,
 * a file that it lacks may exist, so only files in both are compared.
 */
export function compareSnapshots(before: Snapshot, after: Snapshot): readonly FileChange[] {
  const isComplete = before.isComplete && after.isComplete;
  const changes: FileChange[] = [];
  for (const [path, properties] of after.files) {
    const earlier = before.files.get(path);
    if (earlier === undefined && isComplete) changes.push({ path, change: "created" });
    else if (earlier !== undefined && earlier !== properties)
      changes.push({ path, change: "changed" });
  }
  for (const path of isComplete ? before.files.keys() : [])
    if (!after.files.has(path)) changes.push({ path, change: "deleted" });
  return changes.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}
