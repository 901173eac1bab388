import { watch, type FSWatcher } from "node:fs";
import { basename } from "node:path";
import { Incomplete } from "../../shared/errors.ts";
import { codeOf } from "../../shared/error-code.ts";

/** A folder to listen to. */
export interface WatchedFolder {
  readonly folder: string;
  /** Where only this of what is in it counts. */
  readonly only?: string;
}

export interface Watching {
  /** Which folders there are by now. */
  readonly look: () => Promise<readonly WatchedFolder[]>;
  /** Does what is to be done with what is there by now. */
  readonly act: () => Promise<void>;
  readonly stopped: AbortSignal;
}

/**
 * Acts once, and at each change in the folders, until it is stopped.
 * @throws whatever `look` and `act` throw; Incomplete where the system listens to no more folders
 */
export async function watchFolders({ look, act, stopped }: Watching): Promise<void> {
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_, reject) => (fail = reject));
  const end = new Promise<void>((resolve) => stopped.addEventListener("abort", () => resolve()));
  let running: Promise<void> = Promise.resolve();
  let isWaiting = false;
  // Several changes at once are one.
  const changed = () => {
    if (isWaiting || stopped.aborted) return;
    isWaiting = true;
    running = running.then(async () => {
      isWaiting = false;
      let hasMore = true;
      // What came into a folder before it was listened to is seen by looking once more.
      while (hasMore) hasMore = listeners.listenTo(await look());
      await act();
    });
    running.catch(fail);
  };
  const listeners = new Listeners(changed);
  changed();
  // What is under way is done to its end, and until then may begin to listen to a folder.
  await Promise.race([end.then(() => running), failed]).finally(() => listeners.close());
}

class Listeners {
  readonly #open = new Map<string, FSWatcher>();
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Listens to these folders and to no others. @returns whether there is one that it did not listen to before */
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
        // A folder that goes, or makes room for another one, tells its own name and then nothing more.
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

/** The folder above tells of one that went meanwhile; one that this user may not read is none to look into. */
const passed = ["ENOENT", "ENOTDIR", "EACCES", "EPERM"];

function explainDeafness(error: unknown): void {
  const code = codeOf(error) ?? "";
  if (passed.includes(code)) return;
  if (!deaf.includes(code)) throw error;
  throw new Incomplete(`The system listens to no more folders (${code}).`, [
    { say: "Name fewer of them, or raise its limit: fs.inotify.max_user_watches" },
  ]);
}
