import { resolve } from "node:path";
import type { FirewallRun } from "./firewall-run.ts";
import type { Mount } from "./sandbox/mount.ts";
import { findWorkFolder, realOr } from "./sandbox/work-folder.ts";
import { writableLocations } from "./sandbox/writable-locations.ts";

/** Locations that the options of a run name. */
export interface RunLocations {
  readonly workFolder: string;
  /** The operator's, with sources without links. */
  readonly mounts: readonly Mount[];
  /** See `writableLocations`. */
  readonly writable: readonly string[];
}

/** @throws UnfitWorkFolder */
export function locateRun(
  { settings, folder }: Pick<FirewallRun, "settings" | "folder">,
  home: string,
): RunLocations {
  const workFolder = findWorkFolder(resolve(folder, settings.containerWorkdir ?? "."), home);
  const mounts = settings.mounts.map(({ source, target, isReadOnly }): Mount => ({
    kind: "bind",
    source: realOr(resolve(folder, source)),
    target,
    isWritable: !isReadOnly,
  }));
  const writable = writableLocations({ workFolder, mounts, startedIn: folder, home });
  return { workFolder, mounts, writable };
}
