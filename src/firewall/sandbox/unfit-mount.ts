import { existsSync } from "node:fs";
import { UserError, exitCode } from "../../shared/errors.ts";
import { isWithin } from "../../shared/is-within.ts";
import { realOr } from "../../shared/real-or.ts";
import type { Mount } from "./mount.ts";

/** A path in `--mount` does not exist, or cannot be shown at the requested location. */
export class UnfitMount extends UserError {
  readonly exitCode = exitCode.firewallFailed;
}

/** Read-only locations, where mount points cannot be created. */
const fixed = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt", "/etc"];
/** Locations that the container itself provides. They do not contain files of this machine. */
const own = ["/proc", "/sys", "/dev", "/run/gatehouse"];

/**
 * Resolves the links in a target in the system's directories, such as `/etc/localtime`, because no
 * runtime mounts onto a link. Does not resolve links that a command could have created.
 * @param writable see `writableLocations`
 */
export function resolveTarget(target: string, writable: readonly string[]): string {
  const isOfCommand = writable.some((each) => isWithin(target, each));
  return isReadOnly(target) && !isOfCommand ? realOr(target) : target;
}

/** Returns whether a path is in a system directory, where no mount point can be created. */
export function isReadOnly(target: string): boolean {
  return fixed.some((folder) => isWithin(target, folder));
}

/** @throws UnfitMount, with a clearer message than the runtime's own */
export function requireFitMounts(mounts: readonly Mount[]): void {
  for (const mount of mounts) {
    const { target } = mount;
    if (mount.kind === "bind" && !existsSync(mount.source)) {
      throw new UnfitMount(`--mount: ${mount.source} not found.`);
    }
    if (own.some((folder) => isWithin(target, folder))) {
      throw new UnfitMount(`--mount cannot use ${target}: the container manages this location.`);
    }
    if (isReadOnly(target) && !existsSync(target)) {
      throw new UnfitMount(
        `--mount cannot create ${target} in the container: system directories are read-only.`,
        [{ text: "Mount it below /tmp, the home directory or the working directory" }],
      );
    }
  }
}
