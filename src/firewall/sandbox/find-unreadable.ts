import { spawn } from "node:child_process";
import { existsSync, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Where the system keeps settings, keys among them. */
const settingFolders = ["/etc", "/usr/local/etc"] as const;

const readableByAll = 0o004;

/**
 * What of the settings not everybody may read, for root alone: it keeps its owner's rights to files without any
 * capability. Others are refused by the system. Looked for by another process, while this one goes on.
 * @returns whole paths; of a folder nothing below it
 */
export async function findUnreadable(
  uid: number,
  folders: readonly string[] = settingFolders,
): Promise<readonly string[]> {
  if (uid !== 0) return [];
  const there = folders.filter((folder) => existsSync(folder));
  return (await askFind(there)) ?? there.flatMap(walk);
}

/** @returns undefined where this machine has no such program, or one that understands less */
async function askFind(folders: readonly string[]): Promise<readonly string[] | undefined> {
  const kinds = ["(", "-type", "f", "-o", "-type", "d", ")"];
  const find = spawn("find", [...folders, ...kinds, "!", "-perm", "-004", "-prune", "-print0"], {
    stdio: ["ignore", "pipe", "ignore"],
    env: { PATH: "/usr/bin:/bin", LC_ALL: "C" },
  });
  let said = "";
  find.stdout.setEncoding("utf8").on("data", (piece: string) => (said += piece));
  return await new Promise((resolve) => {
    find.on("error", () => resolve(undefined));
    find.on("close", (code) => {
      resolve(code === 0 ? said.split("\0").filter((path) => path !== "") : undefined);
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
