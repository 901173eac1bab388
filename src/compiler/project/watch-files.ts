import { watch } from "node:fs";
import { basename, dirname } from "node:path";

/** Acts once, and at each change of files, until the process is told to end. An editor may put another file in a file's place. */
export async function watchFiles(
  files: readonly string[],
  act: () => Promise<void>,
): Promise<void> {
  const folders = [...new Set(files.map((file) => dirname(file)))];
  let running: Promise<void> = Promise.resolve();
  let isWaiting = false;
  // Several changes at once are one.
  const changed = () => {
    if (isWaiting) return;
    isWaiting = true;
    running = running.then(async () => {
      isWaiting = false;
      await act();
    });
  };
  const watchers = folders.map((folder) =>
    watch(folder, (_, name) => {
      const isOurs = files.some((file) => dirname(file) === folder && basename(file) === name);
      if (name === null || isOurs) changed();
    }),
  );
  // What changes meanwhile is heard already.
  changed();
  await new Promise<void>((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
  for (const watcher of watchers) watcher.close();
  await running;
}
