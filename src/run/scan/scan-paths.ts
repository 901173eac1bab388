import { constants } from "node:fs";
import { lstat, open, readdir, readlink } from "node:fs/promises";
import { basename, join, normalize } from "node:path";
import { InvalidInput } from "../../shared/errors.ts";
import { explainRefusal } from "../../shared/json-file.ts";
import { redact } from "../../shared/redact.ts";
import { sourceOfFile } from "./byte-source.ts";
import { createSearch } from "./search-content.ts";
import type { NotSearched, Search, SearchLimits } from "./search-content.ts";
import type { Finding } from "./search-bytes.ts";

/** What a scan found, and what it could not search. */
export interface ScanReport {
  readonly findings: readonly Finding[];
  /** What could not be searched, and was not accepted so: the scan is incomplete if anything is here. */
  readonly notSearched: readonly NotSearched[];
  /** What could not be searched, and was accepted so by name. */
  readonly accepted: readonly NotSearched[];
  /** Symbolic links, which are not followed. */
  /** Names that were accepted, and that nothing unsearched has. */
  readonly unmatched: readonly string[];
  readonly links: readonly string[];
  readonly files: number;
}

export interface ScanOptions {
  readonly limits?: Partial<SearchLimits>;
  /** Places that may stay unsearched: a file, with all that is in it, or an entry of an archive as the report names it. */
  readonly accepted?: readonly string[];
}

/**
 * Looks for credentials in files and folders, and in what is packed there. Nothing of what it finds is in the report.
 * @throws InvalidInput for a path that is not there, or is a link
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
    await search.text(basename(path), { place: path, what: "its name" });
    await scanPath(path, search, report);
  }
  const { fileOf, ...found } = report;
  const covers = (name: string) => (each: NotSearched) =>
    isCovered(each.place, fileOf.get(each) ?? each.place, name);
  const isAccepted = (each: NotSearched) => accepted.some((name) => covers(name)(each));
  return {
    ...found,
    notSearched: found.notSearched.filter((each) => !isAccepted(each)),
    accepted: found.notSearched.filter(isAccepted),
    unmatched: accepted.filter((name) => !found.notSearched.some(covers(name))),
  };
}

/**
 * @param file in which the place is: the name of a file can have the sign that divides places
 * @param accepted the file, the place, or an archive around the place in the same file
 */
function isCovered(place: string, file: string, accepted: string): boolean {
  const [at, whole, name] = [normalize(place), normalize(file), normalize(accepted)];
  if (name === whole || name === at) return true;
  return name.startsWith(`${whole}!`) && at.startsWith(`${name}!`);
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
    throw new InvalidInput(`${redact(path)} cannot be looked at: ${explain(error)}.`);
  });
  if (!found) throw new InvalidInput(`${redact(path)} is not there.`);
  if (!found.isSymbolicLink()) return;
  throw new InvalidInput(`${redact(path)} is a symbolic link, which is not followed.`, [
    { say: "Name what it leads to" },
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
    else tell(path, "it is no file and no folder", report);
  } catch (error) {
    if (!isOfSystem(error)) throw error;
    tell(path, explain(error), report);
  }
}

async function scanFolder(path: string, search: Search, report: Report): Promise<void> {
  for (const name of (await readdir(path)).toSorted()) {
    await search.text(name, { place: join(path, name), what: "its name" });
    await scanPath(join(path, name), search, report);
  }
}

async function scanLink(path: string, search: Search, report: Report): Promise<void> {
  report.links.push(redact(path));
  await search.text(await readlink(path), { place: path, what: "where it leads" });
}

async function scanFile(path: string, search: Search, report: Report): Promise<void> {
  // Nobody may put a link or a pipe in its place meanwhile.
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const before = await file.stat();
    if (!before.isFile()) {
      tell(path, "it is no file any more", report);
      return;
    }
    report.files += 1;
    await search.source(sourceOfFile(file, before.size), path);
    // Such as the system makes while they are read have no length; others may grow.
    const { bytesRead } = await file.read(Buffer.alloc(1), 0, 1, before.size);
    if (bytesRead > 0) tell(path, "it is longer than it said", report);
  } finally {
    await file.close();
  }
}

function tell(path: string, reason: string, report: Report): void {
  report.notSearched.push({ place: redact(path), reason });
}

function isOfSystem(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error;
}

function explain(error: NodeJS.ErrnoException): string {
  return explainRefusal(error)?.because ?? `the system says ${error.code ?? "no more"}`;
}
