import { enclosingRepository } from "../../shared/program-path.ts";
import type { Mount } from "./mount.ts";
import { writableSources } from "./mount.ts";
import { findWorkFolder } from "./work-folder.ts";
import { realOr } from "../../shared/real-or.ts";

export interface WritableLocationOptions {
  /** Working directory of the command, without links. */
  readonly workFolder: string;
  /** The operator's mounts, sources without links. */
  readonly mounts: readonly Mount[];
  /** Directory in which gatehouse was started. */
  readonly startedIn: string;
  readonly home: string;
}

/**
 * Returns the locations that the command can write to, and those that a command of an earlier run
 * could write to. The latter are the start directory of gatehouse, and the repositories around both
 * directories. Links in these locations are not trusted; see `resolveTrusted`.
 * @returns unique paths without links
 */
export function writableLocations(options: WritableLocationOptions): readonly string[] {
  const { workFolder, mounts, startedIn, home } = options;
  const realHome = realOr(home);
  const projects = [workFolder, ...acceptedWorkFolder(startedIn, home)];
  const repositories = projects.flatMap((folder) => enclosingRepository(folder, realHome));
  return [...new Set([...projects, ...repositories, ...writableSources(mounts)])];
}

/** Returns the locations that a command started in the current directory could have written to. */
export function writableHere(home: string): readonly string[] {
  const startedIn = process.cwd();
  return writableLocations({ workFolder: startedIn, mounts: [], startedIn, home });
}

/**
 * A directory that is rejected as a working directory cannot have been one for an earlier command.
 */
function acceptedWorkFolder(folder: string, home: string): readonly string[] {
  try {
    return [findWorkFolder(folder, home)];
  } catch {
    return [];
  }
}
