import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { InvalidInput } from "../shared/errors.ts";
import { isWithin } from "../shared/is-within.ts";
import { requireOwnFolder } from "../shared/own-folder.ts";
import { realOr } from "../shared/real-or.ts";
import { stateFolder } from "../shared/state-folder.ts";
import type { Caller } from "./sandbox/caller.ts";
import { writableHere } from "./sandbox/writable-locations.ts";

/**
 * Returns the directory of gatehouse's state. With sudo, this is the caller's directory, because
 * the caller uses it without sudo, too.
 */
export function findState(env: NodeJS.ProcessEnv, { home, uid, cameBySudo }: Caller): string {
  const folder = cameBySudo ? join(home, ".local", "state", "gatehouse") : stateFolder(env);
  requireOwnFolder(folder, { user: uid });
  // A command could approve its own rules, or extend its budget, in a directory that it can write to.
  const open = writableHere(home).find((each) => isWithin(resolveLinks(folder), each));
  if (open !== undefined) {
    throw new InvalidInput(`The state in ${folder} is not valid: commands can write to ${open}.`, [
      { text: "Set XDG_STATE_HOME to a directory outside the project, or unset it" },
    ]);
  }
  return folder;
}

/** Resolves the links in a path, even if the path, or only its end, does not exist yet. */
export function resolveLinks(path: string): string {
  const parent = dirname(path);
  if (existsSync(path) || parent === path) return realOr(path);
  return join(resolveLinks(parent), basename(path));
}
