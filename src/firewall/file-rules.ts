import { chmodSync, rmdirSync } from "node:fs";
import { isAbsolute, relative } from "node:path";
import { asUser } from "../shared/as-user.ts";
import type { UserError } from "../shared/errors.ts";
import { isWithin } from "../shared/is-within.ts";
import type { ChosenFolders } from "./choose-folders.ts";
import type { FilePatterns } from "./config/read-settings.ts";
import { findTracked, findUnseen } from "./files/find-unseen.ts";
import { groupChanges, type ChangeGroup } from "./files/group-changes.ts";
import { guardHidden } from "./files/guard-hidden.ts";
import { resolveAccess, type ResolvedAccess } from "./files/resolve-access.ts";
import { compareSnapshots, recordSnapshot, type Snapshot } from "./files/snapshot.ts";
import { walkFolder, type SearchedFolder } from "./files/walk-folder.ts";
import type { Caller } from "./sandbox/caller.ts";
import { createFileAccess, type FileAccess, type PathAccess } from "./sandbox/file-access.ts";
import type { SessionFolder } from "./sessions/session-folder.ts";

/** Result of the file rules, for the report. Paths are relative to the working directory. */
export interface FileReport {
  readonly hidden: readonly string[];
  readonly readOnly: readonly string[];
  readonly writable: readonly string[];
  /** Directories that gatehouse created, because a rule makes them writable. */
  readonly created: readonly string[];
  /** Changes that `git status` does not show. */
  readonly changes: readonly ChangeGroup[];
  /** False if there were too many files to compare all of them. */
  readonly complete: boolean;
}

/** The file rules of a run. */
export interface FileRules {
  readonly access: FileAccess;
  readonly warnings: readonly string[];
  /** Reports if another program replaces a hidden path. */
  watch(report: (error: UserError) => void): void;
  /** @throws HiddenPathReplaced */
  end(): Promise<FileReport>;
  close(): void;
}

export interface FileRulesNeeds {
  readonly patterns: FilePatterns;
  readonly folders: ChosenFolders;
  readonly caller: Caller;
  readonly session: Pick<SessionFolder, "keepFile">;
}

/**
 * Finds the files that the rules name, and records the files in the working directory.
 * @throws UserError if a rule cannot be enforced
 */
export async function openFileRules(needs: FileRulesNeeds): Promise<FileRules> {
  const { folders, caller, session, patterns } = needs;
  const searched = listFolders(folders);
  const sources = searched.map(({ source }) => source);
  const shown = [...folders.git.mounts, ...folders.mounts].map(({ source }) => source);
  const others = shown.filter((each) => !sources.includes(each));
  const resolved = asUser(caller, () =>
    resolveAccess({ ...patterns, folders: searched, others, writable: folders.writable }),
  );
  const hidden = pathsWith(resolved.rules, "hidden");
  const emptyFile = session.keepFile("hidden", "");
  asUser(caller, () => chmodSync(emptyFile, 0o000));
  const guard = guardHidden(hidden, [...sources, ...others]);
  const nameOf = (path: string) => toName(path, folders.workFolder);
  const names = hidden.map(nameOf).filter((each) => !isAbsolute(each));
  const tracked = await findTracked(folders.workFolder, names);
  return {
    access: createFileAccess(resolved.rules, emptyFile),
    warnings: tracked.length > 0 ? [warnAboutTracked(tracked)] : [],
    watch: (report) => guard.start(report),
    end: async () => {
      guard.check();
      return describe(resolved, { searched, caller, folder: folders.workFolder });
    },
    close: () => {
      guard.close();
      asUser(caller, () => resolved.created.forEach(removeEmpty));
    },
  };
}

/** Returns the working directory, and the mounts that the command sees in it. */
function listFolders({ workFolder, mounts }: ChosenFolders): readonly SearchedFolder[] {
  const inner = mounts
    .filter(({ target }) => isWithin(target, workFolder) && target !== workFolder)
    .map(({ source, target }) => ({ source, path: relative(workFolder, target) }));
  return [{ source: workFolder, path: "" }, ...inner];
}

function pathsWith(rules: readonly PathAccess[], access: PathAccess["access"]): readonly string[] {
  return rules.filter((rule) => rule.access === access).map(({ path }) => path);
}

function toName(path: string, folder: string): string {
  if (path === folder) return ".";
  return isWithin(path, folder) ? relative(folder, path) : path;
}

function warnAboutTracked(tracked: readonly string[]): string {
  const [first = "", ...others] = tracked;
  const more = others.length > 0 ? ` and ${others.length} other hidden files` : "";
  const verb = others.length > 0 ? "are" : "is";
  return `${first}${more} ${verb} tracked by Git, so the command can read the committed content in the Git directory.`;
}

interface Surroundings {
  readonly searched: readonly SearchedFolder[];
  readonly caller: Caller;
  readonly folder: string;
}

async function describe(
  { rules, created, snapshot }: ResolvedAccess,
  { searched, caller, folder }: Surroundings,
): Promise<FileReport> {
  const { after, repositories } = asUser(caller, () => takeSnapshot(searched));
  const changes = compareSnapshots(snapshot, after);
  const unseen = await findUnseen(changes, { folder, repositories });
  const names = (access: PathAccess["access"]) =>
    pathsWith(rules, access).map((path) => toName(path, folder));
  return {
    hidden: names("hidden"),
    readOnly: names("read-only"),
    writable: names("writable"),
    created: created.map((path) => toName(path, folder)),
    changes: groupChanges(unseen),
    complete: snapshot.isComplete && after.isComplete,
  };
}

function takeSnapshot(searched: readonly SearchedFolder[]): {
  readonly after: Snapshot;
  readonly repositories: readonly string[];
} {
  const recorder = recordSnapshot();
  const repositories: string[] = [];
  for (const folder of searched)
    walkFolder(folder, (found) => {
      recorder.record(found);
      if (found.path.endsWith("/.git")) repositories.push(found.path.slice(0, -"/.git".length));
    });
  const outerFirst = repositories.toSorted((a, b) => a.length - b.length);
  return { after: recorder.end(), repositories: outerFirst };
}

/** Best effort: a directory that the command used is not empty, and stays. */
function removeEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Not empty, or deleted in the meantime.
  }
}
