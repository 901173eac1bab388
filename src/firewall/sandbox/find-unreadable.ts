import { spawn } from "node:child_process";
import { existsSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Directories with system settings, some of which contain keys. */
const settingFolders = ["/etc", "/usr/local/etc"] as const;

const readableByAll = 0o004;

/**
 * Finds settings that are not readable by all users. The search is needed only for root: even
 * without capabilities, root can read the files that it owns. Other users cannot read these
 * settings anyway. A separate process searches, so this process is not blocked.
 * @returns absolute paths; if a directory is included, its content is omitted
 */
export async function findUnreadable(
  uid: number,
  folders: readonly string[] = settingFolders,
): Promise<readonly string[]> {
  if (uid !== 0) return [];
  const there = folders.filter((folder) => existsSync(folder));
  return (await askFind(there)) ?? there.flatMap(walk);
}

/** @returns undefined if `find` is missing or does not support all options */
async function askFind(folders: readonly string[]): Promise<readonly string[] | undefined> {
  const kinds = ["(", "-type", "f", "-o", "-type", "d", ")"];
  const find = spawn("find", [...folders, ...kinds, "!", "-perm", "-004", "-prune", "-print0"], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C" },
  });
  let text = "";
  find.stdout.setEncoding("utf8").on("data", (piece: string) => (text += piece));
  return await new Promise((resolve) => {
    find.on("error", () => resolve(undefined));
    find.on("close", (code) => {
      resolve(code === 0 ? text.split("\0").filter((path) => path !== "") : undefined);
    });
  });
}

function walk(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (!entry.isDirectory() && !entry.isFile()) return [];
    const mode = lstatSync(path, { throwIfNoEntry: false })?.mode ?? 0;
    if ((mode & readableByAll) === 0) return [path];
    return entry.isDirectory() ? walk(path) : [];
  });
}
