import { lstatSync } from "node:fs";
import { join, relative } from "node:path";
import type { ContainerPlan } from "./container-plan.ts";
import { isWithin } from "../../shared/is-within.ts";
import type { Mount } from "./mount.ts";

/**
 * Removes the mounts that would hide deleted files. A program outside the container can exit at any
 * time and delete its socket. No runtime can mount over a missing file in a read-only directory.
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

/**
 * Returns the path on this machine that the topmost mount shows at a path in the container. Returns
 * undefined if this mount does not show a path of this machine.
 */
export function findCovered(path: string, mounts: readonly Mount[]): string | undefined {
  const top = mounts.findLast(({ target }) => isWithin(path, target));
  return top?.kind === "bind" ? join(top.source, relative(top.target, path)) : undefined;
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // Without access, it is unknown whether the file exists, so the file stays hidden.
    return true;
  }
}
