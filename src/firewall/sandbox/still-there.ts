import { lstatSync } from "node:fs";
import { join, relative } from "node:path";
import type { ContainerPlan } from "./container-plan.ts";
import { isWithin } from "../../shared/is-within.ts";
import type { Mount } from "./mount.ts";

/**
 * The plan without covers for what is gone: a program outside may end, and its socket with it, at any moment, and no
 * runtime lays anything over what is not there in a folder that is read only.
 */
export function withoutGone(plan: ContainerPlan): ContainerPlan {
  const mounts = plan.mounts.filter(
    (mount, at) => !isCover(mount) || isNeeded(mount, plan.mounts.slice(0, at)),
  );
  return { ...plan, mounts };
}

function isCover(mount: Mount): boolean {
  return mount.kind === "hidden" || (mount.kind === "empty" && !mount.isWritable);
}

function isNeeded({ target }: Mount, below: readonly Mount[]): boolean {
  const covered = findCovered(target, below);
  return covered === undefined || isThere(covered);
}

/** What of this machine a path inside shows, by the mount that lies on top; undefined where it shows nothing of it. */
export function findCovered(path: string, mounts: readonly Mount[]): string | undefined {
  const top = mounts.findLast(({ target }) => isWithin(path, target));
  return top?.kind === "bind" ? join(top.source, relative(top.target, path)) : undefined;
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // Nobody with these rights gets there; what is not seen stays covered.
    return true;
  }
}
