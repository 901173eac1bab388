import { enclosingRepository } from "../../shared/program-path.ts";
import type { Mount } from "./mount.ts";
import { writableSources } from "./mount.ts";
import { findWorkFolder } from "./work-folder.ts";
import { realOr } from "../../shared/real-or.ts";

export interface WritableLocationOptions {
  /** Working directory of the command, without links. */
  readonly workFolder: string;
  /** The operator's mounts, with links in their sources resolved. */
  readonly mounts: readonly Mount[];
  /** Directory in which gatehouse was started. */
  readonly startedIn: string;
  readonly home: string;
}

/**
 * Returns the locations that the command can write to, and locations that an earlier command could
 * write to. The latter are the directory in which gatehouse was started, and the repositories
 * around that directory and the working directory. Links in these locations are not trusted; see
 * `resolveTrusted`.
 * @returns unique paths without links
 */
export function writableLocations(options: WritableLocationOptions): readonly string[] {
  const { workFolder, mounts, startedIn, home } = options;
  const realHome = realOr(home);
  const projects = [workFolder, ...acceptedWorkFolder(startedIn, home)];
  const repositories = projects.flatMap((folder) => enclosingRepository(folder, realHome));
  return [...new Set([...projects, ...repositories, ...writableSources(mounts)])];
}

/**
 * Returns the locations to which an earlier command could write if it was started in the current
 * directory.
 */
export function writableHere(home: string): readonly string[] {
  const startedIn = process.cwd();
  return writableLocations({ workFolder: startedIn, mounts: [], startedIn, home });
}

/**
 * Returns the directory if it is accepted as a working directory. Otherwise, returns an empty list,
 * because no earlier command can have worked in the directory.
 */
function acceptedWorkFolder(folder: string, home: string): readonly string[] {
  try {
    return [findWorkFolder(folder, home)];
  } catch {
    return [];
  }
}
