import { mkdirSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { homeFolder } from "./this-user.ts";
import { walkPath } from "./walk-path.ts";

/**
 * Location of Node's compile cache for this program. Anyone who can write to this directory
 * controls the code that runs.
 */
export interface CompiledFolder {
  readonly path: string;
  /** Directories that may have to be created, outermost first; the last is the path itself. */
  readonly ways: readonly string[];
}

/** @see https://specifications.freedesktop.org/basedir-spec/latest/ */
export function compiledFolder(env: NodeJS.ProcessEnv): CompiledFolder | undefined {
  const base = env["XDG_CACHE_HOME"] || join(homeFolder() ?? "", ".cache");
  if (!isAbsolute(base)) return undefined;
  const own = join(base, "gatehouse");
  const path = join(own, "compiled");
  return { path, ways: [base, own, path] };
}

/**
 * Creates the missing directories, accessible only to this user.
 * @throws the file system's error
 */
export function makeWays({ ways }: CompiledFolder): void {
  // Creates the directories one at a time, because Node's recursive mkdir never returns below
  // /proc.
  for (const each of ways) if (!walkPath(each).at(-1)?.found) mkdirSync(each, { mode: 0o700 });
}
