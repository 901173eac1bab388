import { constants } from "node:fs";
import type { Stats } from "node:fs";
import type { Stage } from "../../shared/walk-path.ts";
import type { Caller } from "./caller.ts";

const { S_IWGRP, S_IWOTH } = constants;
const sticky = 0o1000;

/**
 * Returns whether a user other than root and the caller could replace a file, link or directory
 * along a path, or write to the file.
 * @param stages see `walkPath`
 */
export function isReplaceable(
  stages: readonly Stage[],
  caller: Pick<Caller, "uid" | "gid">,
): boolean {
  return !stages.every(({ found }) => found !== undefined && isOwn(found, caller));
}

function isOwn(found: Stats, { uid, gid }: Pick<Caller, "uid" | "gid">): boolean {
  if (![0, uid].includes(found.uid)) return false;
  // A link's own mode has no effect. In a sticky directory, users can replace only their own files,
  // and the owner of the next stage is checked, too.
  if (found.isSymbolicLink() || (found.isDirectory() && (found.mode & sticky) !== 0)) return true;
  // A group that has the same ID as the user contains only that user.
  const isPrivateGroup = found.gid === 0 || (found.gid === gid && gid === uid);
  return (found.mode & S_IWOTH) === 0 && ((found.mode & S_IWGRP) === 0 || isPrivateGroup);
}
