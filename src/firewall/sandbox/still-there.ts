import { lstatSync } from "node:fs";
import type { ContainerPlan } from "./container-plan.ts";
import { findCovered } from "./mount.ts";
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

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    // Without access, it is unknown whether the file exists, so the file stays hidden.
    return true;
  }
}
