import { lstatSync, rmSync } from "node:fs";
import { asUser } from "../../shared/as-user.ts";
import { listSessions, type FoundSession, type Location } from "./list-sessions.ts";

/**
 * Age after which a session directory without a description is deleted. A newer session may not
 * have written its description yet.
 */
const silentMilliseconds = 60_000;

/**
 * Deletes this user's session directories if the session's process has exited. Does not follow
 * links, and deletes only files that belong only to this user. Best effort: never throws.
 * @returns the deleted directories
 */
export function sweepSessions(now: Date, location: Location = {}): string[] {
  try {
    return listSessions(location).flatMap((found) =>
      isLeft(found, now) && remove(found, location) ? [found.path] : [],
    );
  } catch {
    return [];
  }
}

function isLeft({ state, path }: FoundSession, now: Date): boolean {
  if (state !== undefined) return state === "gone";
  const made = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs;
  return made !== undefined && now.getTime() - made > silentMilliseconds;
}

function remove({ path }: FoundSession, { owner }: Location): boolean {
  try {
    asUser(owner, () => rmSync(path, { recursive: true, force: true }));
    return true;
  } catch {
    return false;
  }
}
