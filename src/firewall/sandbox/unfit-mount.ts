import { existsSync } from "node:fs";
import { UserError, exitCode } from "../../shared/errors.ts";
import { isWithin } from "../../shared/is-within.ts";
import type { Mount } from "./mount.ts";

/** What the operator wants to show inside has no place there, or is not here. */
export class UnfitMount extends UserError {
  readonly exitCode = exitCode.firewallFailed;
}

/** No place can be made in what is there to be read only. */
const fixed = ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt", "/etc"];
/** What the container makes itself, and no file of this machine stands in. */
const own = ["/proc", "/sys", "/dev", "/run/gatehouse"];

/** @throws UnfitMount, before any runtime says it in words of its own */
export function requireFitMounts(mounts: readonly Mount[]): void {
  for (const mount of mounts) {
    const { target } = mount;
    if (mount.kind === "bind" && !existsSync(mount.source)) {
      throw new UnfitMount(`--mount names ${mount.source}, which is not there.`);
    }
    if (own.some((folder) => isWithin(target, folder))) {
      throw new UnfitMount(`--mount cannot put anything into ${target}: the container makes it.`);
    }
    if (fixed.some((folder) => isWithin(target, folder)) && !existsSync(target)) {
      throw new UnfitMount(
        `--mount cannot make ${target} inside: the system's folders are there to be read only.`,
        [{ say: "Put it below /tmp, the home or the working folder" }],
      );
    }
  }
}
