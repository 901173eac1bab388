import { join } from "node:path";
import { asUser } from "../../shared/as-user.ts";
import type { User } from "../../shared/invoking-user.ts";
import { readOwnFile } from "../../shared/read-own-file.ts";
import { listStampedFolders } from "../../shared/stamped-folder.ts";
import { checkProcess, markProcess, type ProcessState } from "./process-mark.ts";
import { sessionKind, sessionParent } from "./session-folder.ts";
import { readProcess, readSession, type Session } from "./session.ts";

/** A session directory and the information about its session. */
export interface FoundSession {
  readonly id: string;
  readonly path: string;
  /**
   * State of the process that manages the session; undefined if the directory contains no process
   * ID.
   */
  readonly state: ProcessState | undefined;
  /** Description of the session; undefined if it is missing or was written by another version. */
  readonly session: Session | undefined;
}

export interface Location {
  readonly parent?: string;
  /** Owner of the sessions; undefined for this process's user. */
  readonly owner?: User | undefined;
}

/**
 * Returns a user's sessions, newest first. Includes sessions that stopped without deleting their
 * directory.
 */
export function listSessions({ parent = sessionParent, owner }: Location = {}): FoundSession[] {
  const here = markProcess();
  return listStampedFolders(sessionKind, { parent, owner }).map(({ id, path }) => {
    const text = readReported(join(path, "session.json"), owner);
    const mark = readProcess(text);
    return { id, path, state: mark && checkProcess(mark, here), session: readSession(text) };
  });
}

function readReported(path: string, owner: User | undefined): string {
  try {
    return asUser(owner, () => readOwnFile(path, owner?.uid));
  } catch {
    // The file does not exist yet, or another user created something at its path.
    return "";
  }
}
