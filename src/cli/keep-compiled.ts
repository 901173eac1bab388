import module from "node:module";
import { compiledFolder, makeWays, type CompiledFolder } from "../shared/compiled-folder.ts";
import { walkPath } from "../shared/walk-path.ts";

interface NodeModule {
  readonly builtinModules: readonly string[];
  /** From 22.1 on. */
  readonly enableCompileCache?: (folder: string) => unknown;
}

const node: NodeModule = module;
const othersWriteBits = 0o022;
const othersBits = 0o077;
const stickyBit = 0o1000;

/**
 * Has Node, from 22.1 on, keep what it compiles of the program for the next start: in a folder that nobody else may
 * write to. Node's own choice lies below /tmp, where another user may have been first.
 */
export function keepCompiled(env: NodeJS.ProcessEnv, user = process.geteuid?.()): void {
  if (node.enableCompileCache === undefined) return;
  // A machine that ends with its run would write for nobody; and who chose a place has chosen.
  if (env["CI"] || env["NODE_COMPILE_CACHE"] || env["NODE_DISABLE_COMPILE_CACHE"]) return;
  const folder = compiledFolder(env);
  if (user === undefined || folder === undefined || !makeOwn(folder, user)) return;
  node.enableCompileCache(folder.path);
}

/** Whether the folder is this user's alone, made where it was missing. As root, nothing is made in another's home. */
function makeOwn(folder: CompiledFolder, user: number): boolean {
  const { path } = folder;
  try {
    if (!isOwnWay(path, user)) return false;
    makeWays(folder);
    const last = walkPath(path).at(-1)?.found;
    return last?.isDirectory() === true && last.uid === user && (last.mode & othersBits) === 0;
  } catch {
    // best effort: without it, a start takes some milliseconds more
    return false;
  }
}

/** Whether nobody but this user, and root, could put something else on the way there; what is there last is the user's. */
function isOwnWay(path: string, user: number): boolean {
  const there = walkPath(path).flatMap(({ found }) => found ?? []);
  const isOpen = (mode: number) => (mode & othersWriteBits) !== 0 && (mode & stickyBit) === 0;
  const areOurs = there.every(
    (found) =>
      (found.uid === user || found.uid === 0) && (found.isSymbolicLink() || !isOpen(found.mode)),
  );
  return areOurs && there.at(-1)?.uid === user;
}
