import { watch, type FSWatcher } from "node:fs";
import { basename } from "node:path";
import { Incomplete } from "../../shared/errors.ts";
import { codeOf } from "../../shared/error-code.ts";

/** A folder to watch. */
export interface WatchedFolder {
  readonly folder: string;
  /** Name of the only relevant entry; undefined if all entries are relevant. */
  readonly only?: string;
}

export interface Watching {
  /** Returns the folders that exist now. */
  readonly snapshot: () => Promise<readonly WatchedFolder[]>;
  /** Processes the definitions that exist now. */
  readonly act: () => Promise<void>;
  readonly stopped: AbortSignal;
}

/**
 * Runs `act` once and after each change in the folders, until it is stopped.
 * @throws any error of `snapshot` and `act`; Incomplete if the system cannot watch more folders
 */
export async function watchFolders({ snapshot, act, stopped }: Watching): Promise<void> {
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  const end = new Promise<void>((resolve) => stopped.addEventListener("abort", () => resolve()));
  let running: Promise<void> = Promise.resolve();
  let isWaiting = false;
  // Ignores a change while a run is waiting to start, because that run processes the change.
  const changed = () => {
    if (isWaiting || stopped.aborted) return;
    isWaiting = true;
    running = running.then(async () => {
      isWaiting = false;
      let hasMore = true;
      // Searches again, because folders can be created before their parent is watched.
      while (hasMore) hasMore = listeners.listenTo(await snapshot());
      await act();
    });
    running.catch(fail);
  };
  const listeners = new Listeners(changed);
  changed();
  // Lets the current run finish. Because that run can still start to watch a folder, the watchers
  // are closed afterwards.
  await Promise.race([end.then(() => running), failed]).finally(() => listeners.close());
}

class Listeners {
  readonly #open = new Map<string, FSWatcher>();
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /**
   * Watches exactly these folders.
   * @returns whether any of them was not watched before
   */
  listenTo(folders: readonly WatchedFolder[]): boolean {
    const wanted = new Map(folders.map((each) => [`${each.folder}\0${each.only ?? ""}`, each]));
    for (const key of this.#open.keys()) if (!wanted.has(key)) this.#drop(key);
    const missing = [...wanted].filter(([key]) => !this.#open.has(key));
    for (const [key, folder] of missing) this.#listen(key, folder);
    return missing.some(([key]) => this.#open.has(key));
  }

  close(): void {
    for (const key of this.#open.keys()) this.#drop(key);
  }

  #listen(key: string, { folder, only }: WatchedFolder): void {
    const lost = () => {
      this.#drop(key);
      this.#changed();
    };
    try {
      const watcher = watch(folder, (_, name) => {
        // After a folder is deleted or replaced, the watcher reports the folder's own name once,
        // and no further events.
        if (name === basename(folder)) lost();
        else if (only === undefined || name === null || name === only) this.#changed();
      });
      watcher.on("error", lost);
      this.#open.set(key, watcher);
    } catch (error) {
      explainDeafness(error);
    }
  }

  #drop(key: string): void {
    this.#open.get(key)?.close();
    this.#open.delete(key);
  }
}

const deaf = ["ENOSPC", "EMFILE", "ENFILE"];

/**
 * Ignored error codes. A deleted folder is reported by the watcher of its parent, and a folder that
 * the user cannot read is not searched.
 */
const passed = ["ENOENT", "ENOTDIR", "EACCES", "EPERM"];

function explainDeafness(error: unknown): void {
  const code = codeOf(error) ?? "";
  if (passed.includes(code)) return;
  if (!deaf.includes(code)) throw error;
  throw new Incomplete(`The system cannot watch more directories (${code}).`, [
    { text: "Specify fewer directories, or raise the limit fs.inotify.max_user_watches" },
  ]);
}
