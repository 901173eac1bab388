import type { ForgeClient } from "../../forge/client.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import {
  readBlob,
  readFolder,
  type TreeChange,
  type TreeEntry,
} from "../../forge/resources/git-data.ts";
import { explainGuarded } from "./guarded-text.ts";
import { ProposalRefused } from "./proposal-refused.ts";
import type { ProposedFile } from "./proposal.ts";

/** The files as changes for a commit, or the reason why one of the files cannot be written. */
export type Places = { readonly changes: readonly TreeChange[] } | { readonly reason: string };

const folderMode = "040000";
const fileModes = ["100644", "100755"] as const;

/**
 * Checks the existing entry at each path. An executable file stays executable. A file can replace
 * only another file, and only one that does not control agents. Git itself would also replace a
 * complete directory.
 */
export async function findPlaces(
  client: ForgeClient,
  repository: RepositoryName,
  { top, files }: { readonly top: string; readonly files: readonly ProposedFile[] },
): Promise<Places> {
  const folders = createFolders(client, repository, top);
  const changes: TreeChange[] = [];
  for (const { path, content } of files) {
    const parts = path.split("/");
    for (let depth = 1; depth < parts.length; depth += 1) {
      const above = await folders.find(parts.slice(0, depth));
      const isFolder = above === undefined || above.mode === folderMode;
      if (!isFolder) return refuse(parts.slice(0, depth).join("/"), "is not a directory");
    }
    const there = await folders.find(parts);
    const mode = fileModes.find((each) => each === there?.mode);
    if (there && !mode) return refuse(path, describe(there));
    const before = there && (await readBlob(client, repository, there.sha));
    const guarded = before && explainGuarded(before.toString("utf8"));
    if (guarded !== undefined) return refuse(path, guarded);
    if (!there && content === undefined)
      return refuse(path, "does not exist, so it cannot be deleted");
    changes.push({ path, content, mode: mode ?? "100644" });
  }
  return { changes };
}

function refuse(path: string, reason: string): Places {
  return { reason: `"${path}" ${reason}.` };
}

function describe({ mode }: TreeEntry): string {
  if (mode === folderMode) return "is a directory";
  return mode === "120000" ? "is a symbolic link" : "is not a file";
}

/** Creates a lookup that reads each directory only once. */
function createFolders(client: ForgeClient, repository: RepositoryName, top: string) {
  const known = new Map<string, Promise<ReadonlyMap<string, TreeEntry>>>();
  const read = (tree: string) => {
    const reading = known.get(tree) ?? readNames(client, repository, tree);
    known.set(tree, reading);
    return reading;
  };
  return {
    find: async (parts: readonly string[]): Promise<TreeEntry | undefined> => {
      let folder = await read(top);
      for (const [index, part] of parts.entries()) {
        const entry = folder.get(part);
        if (index === parts.length - 1 || entry?.mode !== folderMode) {
          return index === parts.length - 1 ? entry : undefined;
        }
        folder = await read(entry.sha);
      }
      return undefined;
    },
  };
}

async function readNames(client: ForgeClient, repository: RepositoryName, tree: string) {
  const { entries, isComplete } = await readFolder(client, repository, tree);
  // An incomplete list may omit an entry at the path of a proposed file.
  if (!isComplete)
    throw new ProposalRefused(
      "A directory in the path of a proposed file contains more files than the API can list.",
    );
  return new Map(entries.map((entry) => [entry.name, entry]));
}
