import { constants } from "node:fs";
import { lstat, open, readdir, readlink } from "node:fs/promises";
import { basename, join, normalize } from "node:path";
import { InvalidInput } from "../../shared/errors.ts";
import { explainRefusal } from "../../shared/file-refusals.ts";
import { redact } from "../../shared/redact.ts";
import { sourceOfFile } from "./byte-source.ts";
import { createSearch } from "./search-content.ts";
import type { NotSearched, Search, SearchLimits } from "./search-content.ts";
import type { Finding } from "./search-bytes.ts";

export interface ScanReport {
  readonly findings: readonly Finding[];
  /**
   * Locations that could not be searched and were not accepted. If this list is not empty, the scan
   * is incomplete.
   */
  readonly notSearched: readonly NotSearched[];
  /** Locations that could not be searched but were accepted by name. */
  readonly accepted: readonly NotSearched[];
  /** Accepted names that do not match any unsearched location. */
  readonly unmatched: readonly string[];
  /** Symbolic links, which are not followed. */
  readonly links: readonly string[];
  readonly files: number;
}

export interface ScanOptions {
  readonly limits?: Partial<SearchLimits>;
  /**
   * Locations that are accepted if they cannot be searched: a file with all its content, or an
   * archive entry as named in the report.
   */
  readonly accepted?: readonly string[];
}

/**
 * Searches files, directories and archives for credentials. The report does not contain any part of
 * them.
 * @throws InvalidInput for a path that does not exist or is a link
 */
export async function scanPaths(
  paths: readonly string[],
  { limits, accepted = [] }: ScanOptions = {},
): Promise<ScanReport> {
  for (const path of paths) await requirePath(path);
  const report: Report = {
    findings: [],
    notSearched: [],
    fileOf: new Map(),
    links: [],
    files: 0,
  };
  const search = createSearch(report, limits);
  for (const path of paths) {
    await search.text(basename(path), { location: path, what: "name" });
    await scanPath(path, search, report);
  }
  const { fileOf, ...found } = report;
  const covers = (name: string) => (each: NotSearched) =>
    isCovered(each.location, fileOf.get(each) ?? each.location, name);
  const isAccepted = (each: NotSearched) => accepted.some((name) => covers(name)(each));
  return {
    ...found,
    notSearched: found.notSearched.filter((each) => !isAccepted(each)),
    accepted: found.notSearched.filter(isAccepted),
    unmatched: accepted.filter((name) => !found.notSearched.some(covers(name))),
  };
}

/**
 * @param file file that contains the location; its name can contain the separator `!`
 * @param accepted the file, the location, or an enclosing archive in the same file
 */
function isCovered(location: string, file: string, accepted: string): boolean {
  const [at, full, name] = [normalize(location), normalize(file), normalize(accepted)];
  if (name === full || name === at) return true;
  return name.startsWith(`${full}!`) && at.startsWith(`${name}!`);
}

interface Report {
  readonly findings: Finding[];
  readonly notSearched: NotSearched[];
  readonly fileOf: Map<NotSearched, string>;
  readonly links: string[];
  files: number;
}

async function requirePath(path: string): Promise<void> {
  const found = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
    throw new InvalidInput(`Could not inspect ${redact(path)}: ${explain(error)}.`);
  });
  if (!found) throw new InvalidInput(`${redact(path)} not found.`);
  if (!found.isSymbolicLink()) return;
  throw new InvalidInput(`${redact(path)} is a symbolic link; links are not followed.`, [
    { text: "Specify the target of the link" },
  ]);
}

async function scanPath(path: string, search: Search, report: Report): Promise<void> {
  const { notSearched, fileOf } = report;
  const first = notSearched.length;
  await scanFound(path, search, report);
  for (const each of notSearched.slice(first))
    if (!fileOf.has(each)) fileOf.set(each, redact(path));
}

async function scanFound(path: string, search: Search, report: Report): Promise<void> {
  try {
    const found = await lstat(path);
    if (found.isDirectory()) await scanFolder(path, search, report);
    else if (found.isSymbolicLink()) await scanLink(path, search, report);
    else if (found.isFile()) await scanFile(path, search, report);
    else reportNotSearched(path, "it is not a file or directory", report);
  } catch (error) {
    if (!isOfSystem(error)) throw error;
    reportNotSearched(path, explain(error), report);
  }
}

async function scanFolder(path: string, search: Search, report: Report): Promise<void> {
  for (const name of (await readdir(path)).toSorted()) {
    await search.text(name, { location: join(path, name), what: "name" });
    await scanPath(join(path, name), search, report);
  }
}

async function scanLink(path: string, search: Search, report: Report): Promise<void> {
  report.links.push(redact(path));
  await search.text(await readlink(path), { location: path, what: "link target" });
}

async function scanFile(path: string, search: Search, report: Report): Promise<void> {
  // The flags protect against a file that is replaced with a link or pipe before it is opened.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const before = await file.stat();
    if (!before.isFile()) {
      reportNotSearched(path, "it was replaced during the scan", report);
      return;
    }
    report.files += 1;
    await search.source(sourceOfFile(file, before.size), path);
    // Some system files do not report their length, and other files can grow during the scan.
    const { bytesRead } = await file.read(Buffer.alloc(1), 0, 1, before.size);
    if (bytesRead > 0) reportNotSearched(path, "it is longer than its reported size", report);
  } finally {
    await file.close();
  }
}

function reportNotSearched(path: string, reason: string, report: Report): void {
  report.notSearched.push({ location: redact(path), reason });
}

function isOfSystem(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}

function explain(error: NodeJS.ErrnoException): string {
  return explainRefusal(error)?.reason ?? `system error: ${error.code ?? "unknown"}`;
}
