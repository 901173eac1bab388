import module from "node:module";
import { compiledFolder, makeWays, type CompiledFolder } from "../shared/compiled-folder.ts";
import { walkPath } from "../shared/walk-path.ts";

interface NodeModule {
  readonly builtinModules: readonly string[];
  /** Available in Node 22.1 and later. */
  readonly enableCompileCache?: (folder: string) => unknown;
}

const node: NodeModule = module;
const othersWriteBits = 0o022;
const othersBits = 0o077;
const stickyBit = 0o1000;

/**
 * Enables Node's compile cache (Node 22.1 and later), which speeds up the next start. The cache is
 * in a directory that only the user can write to. Node's default directory is under /tmp, where
 * another user may have created the directory first.
 */
export function keepCompiled(env: NodeJS.ProcessEnv, user = process.geteuid?.()): void {
  if (node.enableCompileCache === undefined) return;
  // On an ephemeral CI machine, the cache would never be reused. Explicit settings take precedence.
  if (env["CI"] || env["NODE_COMPILE_CACHE"] || env["NODE_DISABLE_COMPILE_CACHE"]) return;
  const folder = compiledFolder(env);
  if (user === undefined || folder === undefined || !makeOwn(folder, user)) return;
  node.enableCompileCache(folder.path);
}

/**
 * Returns whether the directory belongs to this user alone. Creates a missing directory. As root,
 * never creates one in another user's home directory.
 */
function makeOwn(folder: CompiledFolder, user: number): boolean {
  const { path } = folder;
  try {
    if (!isOwnWay(path, user)) return false;
    makeWays(folder);
    const last = walkPath(path).at(-1)?.found;
    return last?.isDirectory() === true && last.uid === user && (last.mode & othersBits) === 0;
  } catch {
    // Best effort: without the cache, startup only takes a few milliseconds longer.
    return false;
  }
}

/**
 * Returns whether this user owns the last existing component of the path, and only this user and
 * root can replace any of the components.
 */
function isOwnWay(path: string, user: number): boolean {
  const there = walkPath(path).flatMap(({ found }) => found ?? []);
  const isOpen = (mode: number) => (mode & othersWriteBits) !== 0 && (mode & stickyBit) === 0;
  const areOurs = there.every(
    (found) =>
      (found.uid === user || found.uid === 0) && (found.isSymbolicLink() || !isOpen(found.mode)),
  );
  return areOurs && there.at(-1)?.uid === user;
}
