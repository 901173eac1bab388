import { mkdirSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { homeFolder } from "./this-user.ts";
import { walkPath } from "./walk-path.ts";

/** Where Node keeps what it made of this program: whoever writes there decides what we run. */
export interface CompiledFolder {
  readonly path: string;
  /** The folders that may have to be made, from the outermost on; the last is the path itself. */
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

/** Makes what is missing on the way there, for this user alone. @throws what the system says */
export function makeWays({ ways }: CompiledFolder): void {
  // One at a time: below /proc, Node makes folders without end.
  for (const each of ways) if (!walkPath(each).at(-1)?.found) mkdirSync(each, { mode: 0o700 });
}
