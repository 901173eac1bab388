import { UserError, exitCode } from "../../shared/errors.ts";
import { isWithin } from "../../shared/is-within.ts";
import type { PathAccess } from "../sandbox/file-access.ts";
import { searchHidden } from "./find-hidden.ts";
import { provideNamed } from "./provide-named.ts";
import { compilePath, matchesPath, type PathPattern } from "./path-pattern.ts";
import { recordSnapshot, type Snapshot } from "./snapshot.ts";
import { walkFolder, type FoundPath, type SearchedFolder } from "./walk-folder.ts";

/** Limit on paths with their own access, because runtimes accept a limited number of mounts. */
const mostPaths = 500;

/** The patterns match more paths than a container can have mounts. */
class TooManyPaths extends UserError {
  readonly exitCode = exitCode.firewallFailed;
  constructor(count: number) {
    super(`The file rules match ${count} paths; at most ${mostPaths} are possible.`, [
      { text: "Use patterns that match directories instead of the files in them" },
    ]);
  }
}

export interface AccessRequest {
  readonly hide: readonly string[];
  readonly read: readonly string[];
  readonly write: readonly string[];
  /** The working directory, then the mounts in it. */
  readonly folders: readonly SearchedFolder[];
  /** Other directories and files of this machine that the options make visible. */
  readonly others: readonly string[];
  /** See `writableLocations`. */
  readonly writable: readonly string[];
}

export interface ResolvedAccess {
  readonly rules: readonly PathAccess[];
  /** Directories that were created because a pattern names them, inner ones first. */
  readonly created: readonly string[];
  readonly snapshot: Snapshot;
}

/**
 * Finds the paths that the patterns name. Call it with the permissions of the command's user.
 * @throws TooManyPaths, UnhidablePath, MissingPath, PlantedLink
 */
export function resolveAccess(request: AccessRequest): ResolvedAccess {
  const { folders, others, writable } = request;
  const shown = [...folders.map(({ source }) => source), ...others];
  const hidden = searchHidden(request.hide.map(compilePath), folders, shown);
  const snapshot = recordSnapshot();
  const [read, write] = [request.read.map(compilePath), request.write.map(compilePath)];
  const matched: PathAccess[] = [];
  for (const folder of folders)
    walkFolder(folder, (found) => {
      hidden.record(found);
      snapshot.record(found);
      const access = findAccess(found, { read, write });
      if (access) matched.push({ path: found.source, access, isFolder: isFolder(found) });
    });
  const hiddenPaths = hidden.end(others);
  const isHidden = (path: string) => hiddenPaths.some((each) => isWithin(path, each.path));
  const named = provideNamed({ read, write, folders, writable, isHidden });
  const usual = write.length > 0 ? folders.map(({ source }) => source) : [];
  const rules = [
    ...usual.map((path): PathAccess => ({ path, access: "read-only", isFolder: true })),
    ...[...matched, ...named.rules].toSorted(readOnlyLast).filter(({ path }) => !isHidden(path)),
    ...hiddenPaths.map((each): PathAccess => ({ ...each, access: "hidden" })),
  ];
  // If several rules name the same path, the last one applies.
  const different = [...new Map(rules.map((rule) => [rule.path, rule])).values()];
  if (different.length > mostPaths) throw new TooManyPaths(different.length);
  return { rules: different, created: named.created, snapshot: snapshot.end() };
}

interface OpenPatterns {
  readonly read: readonly PathPattern[];
  readonly write: readonly PathPattern[];
}

function findAccess(
  found: FoundPath,
  { read, write }: OpenPatterns,
): "read-only" | "writable" | undefined {
  const { path, stat } = found;
  if (!stat || !(stat.isFile() || stat.isDirectory())) return undefined;
  const isMatch = (pattern: PathPattern) =>
    pattern.literal === undefined &&
    (!pattern.isFolder || isFolder(found)) &&
    matchesPath(pattern, path);
  if (read.some(isMatch)) return "read-only";
  return write.some(isMatch) ? "writable" : undefined;
}

function isFolder({ stat }: FoundPath): boolean {
  return stat?.isDirectory() === true;
}

function readOnlyLast(a: PathAccess, b: PathAccess): number {
  return Number(a.access === "read-only") - Number(b.access === "read-only");
}
