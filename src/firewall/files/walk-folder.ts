import { lstatSync, readdirSync, type Stats } from "node:fs";
import { join } from "node:path";
import { codeOf } from "../../shared/error-code.ts";

/** A directory of this machine that the command sees in its working directory. */
export interface SearchedFolder {
  readonly source: string;
  /** Path relative to the working directory; "" for the working directory itself. */
  readonly path: string;
}

export interface FoundPath extends SearchedFolder {
  /** Undefined for a name that is not valid UTF-8, because Node cannot open such a path. */
  readonly stat: Stats | undefined;
}

/**
 * Reports all files, links and directories below a directory, without following links. Also reports
 * a mount in the working directory itself, which can be a file.
 */
export function walkFolder(root: SearchedFolder, report: (found: FoundPath) => void): void {
  if (root.path !== "") report({ ...root, stat: readStat(root.source) });
  const waiting = [root];
  for (let folder = waiting.pop(); folder; folder = waiting.pop()) {
    for (const name of list(folder.source)) {
      const source = join(folder.source, name);
      const path = folder.path === "" ? name : `${folder.path}/${name}`;
      const stat = readStat(source);
      // The file has been deleted since its directory was listed, or the command cannot access it.
      if (!stat && !name.includes("\ufffd")) continue;
      report({ source, path, stat });
      if (stat?.isDirectory()) waiting.push({ source, path });
    }
  }
}

/** Returns undefined if the path does not exist or cannot be accessed. */
export function readStat(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch {
    return undefined;
  }
}

/** Returns an empty list for a deleted directory, or one that the command cannot list either. */
function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (["ENOENT", "ENOTDIR", "EACCES"].includes(codeOf(error) ?? "")) return [];
    throw error;
  }
}
