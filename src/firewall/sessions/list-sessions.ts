import { join } from "node:path";
import { asUser } from "../../shared/as-user.ts";
import type { User } from "../../shared/invoking-user.ts";
import { readOwnFile } from "../../shared/read-own-file.ts";
import { listStampedFolders } from "../../shared/stamped-folder.ts";
import { checkProcess, markProcess, type ProcessState } from "./process-mark.ts";
import { sessionKind, sessionParent } from "./session-folder.ts";
import { readProcess, readSession, type Session } from "./session.ts";

/** A session's folder, and what is left to know of it. */
export interface FoundSession {
  readonly id: string;
  readonly path: string;
  /** Of the process that holds it together; undefined where its folder does not say. */
  readonly state: ProcessState | undefined;
  /** What it told; undefined where it has not yet, or in words of another version. */
  readonly session: Session | undefined;
}

export interface Place {
  readonly parent?: string;
  /** Whose sessions; the process's own user's where undefined. */
  readonly owner?: User | undefined;
}

/** A user's sessions, the newest first, also those that have ended and left their folder. */
export function listSessions({ parent = sessionParent, owner }: Place = {}): FoundSession[] {
  const here = markProcess();
  return listStampedFolders(sessionKind, { parent, owner }).map(({ id, path }) => {
    const text = readTold(join(path, "session.json"), owner);
    const mark = readProcess(text);
    return { id, path, state: mark && checkProcess(mark, here), session: readSession(text) };
  });
}

function readTold(path: string, owner: User | undefined): string {
  try {
    return asUser(owner, () => readOwnFile(path, owner?.uid));
  } catch {
    // Nothing is told yet, or somebody else put something in its place.
    return "";
  }
}
