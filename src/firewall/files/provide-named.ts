import { closeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { UserError, exitCode } from "../../shared/errors.ts";
import { explainRefusal } from "../../shared/file-refusals.ts";
import { isWithin } from "../../shared/is-within.ts";
import { makeStraight } from "../../shared/open-straight.ts";
import { shellWord } from "../../shared/shell-word.ts";
import type { PathAccess } from "../sandbox/file-access.ts";
import { requireTrusted } from "../sandbox/require-trusted.ts";
import type { PathPattern } from "./path-pattern.ts";
import { readStat, type SearchedFolder } from "./walk-folder.ts";

/** A writable path does not exist, and gatehouse cannot create it. */
export class MissingPath extends UserError {
  readonly exitCode = exitCode.firewallFailed;
}

export interface NamedRequest {
  readonly read: readonly PathPattern[];
  readonly write: readonly PathPattern[];
  readonly folders: readonly SearchedFolder[];
  readonly writable: readonly string[];
  readonly isHidden: (path: string) => boolean;
}

export interface NamedPaths {
  readonly rules: readonly PathAccess[];
  /** Created directories, inner ones first. */
  readonly created: readonly string[];
}

/**
 * Resolves the patterns without wildcards. Creates missing writable directories, because the command
 * could not create them in a read-only directory.
 * @throws MissingPath, PlantedLink
 */
export function provideNamed(request: NamedRequest): NamedPaths {
  const { read, write, isHidden } = request;
  const created: string[] = [];
  const rules = [
    ...write.map((pattern) => ({ pattern, access: "writable" as const })),
    ...read.map((pattern) => ({ pattern, access: "read-only" as const })),
  ].flatMap(({ pattern, access }): readonly PathAccess[] => {
    const path = locate(pattern, request);
    if (path === undefined || isHidden(path)) return [];
    const option = access === "writable" ? "--write" : "--read";
    requireTrusted(path, { writable: request.writable, option });
    const found = readStat(path);
    if (!found && access === "writable") created.push(...createFolder(path, pattern));
    else if (!found || (pattern.isFolder && !found.isDirectory())) return [];
    return [{ path, access, isFolder: found?.isDirectory() ?? true }];
  });
  return { rules, created: created.toReversed() };
}

/** Returns the path on this machine that the command sees; undefined for a pattern with wildcards. */
function locate({ literal }: PathPattern, { folders }: NamedRequest): string | undefined {
  if (literal === undefined) return undefined;
  const inner = folders
    .filter(({ path }) => path === "" || isWithin(literal, path))
    .toSorted((a, b) => a.path.length - b.path.length)
    .at(-1);
  return inner && join(inner.source, literal.slice(inner.path.length));
}

/** Returns the created directories, outer ones first. */
function createFolder(path: string, { text, isFolder }: PathPattern): readonly string[] {
  if (!isFolder && basename(path).includes(".", 1))
    throw new MissingPath(`The writable path "${text}" does not exist.`, [
      { text: "If it is a file, create it", command: `touch ${shellWord(text)}` },
      { text: `If it is a directory, add a slash: ${text}/` },
    ]);
  const missing = missingFolders(path);
  try {
    closeSync(makeStraight(path, 0o755));
  } catch (cause) {
    const reason = explainRefusal(cause)?.reason;
    if (reason === undefined) throw cause;
    const problem = `Could not create the writable directory "${text}": ${reason}.`;
    throw new MissingPath(problem, [{ text: "Create it, or remove it from the rules" }], { cause });
  }
  return missing;
}

function missingFolders(path: string): readonly string[] {
  if (readStat(path)) return [];
  return [...missingFolders(dirname(path)), path];
}
