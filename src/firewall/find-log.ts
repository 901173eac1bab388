import { existsSync } from "node:fs";
import { join } from "node:path";
import { Incomplete } from "../shared/errors.ts";
import type { User } from "../shared/invoking-user.ts";
import { listStampedFolders } from "../shared/stamped-folder.ts";
import { ownCommandLine } from "../shared/own-command.ts";
import { logsKind, logsParent } from "./log/log-folder.ts";
import { decisionsName } from "./log/open-log.ts";
import { listSessions } from "./sessions/list-sessions.ts";
import { sessionParent } from "./sessions/session-folder.ts";

interface Wanted {
  /** Log directory named by the user. */
  readonly folder?: string | undefined;
  /** ID of a running session or of a default log directory. */
  readonly id?: string | undefined;
  /** The user who called sudo. */
  readonly owner?: User | undefined;
  /** Directories to search for sessions and logs. */
  readonly parents?: { readonly sessions: string; readonly logs: string };
}

/**
 * Returns the log directory: the named one, a session's, or this user's newest.
 * @throws Incomplete if the log is not found
 */
export function findLog({ folder, id, owner, parents = defaultParents }: Wanted): string {
  if (folder !== undefined) {
    if (existsSync(join(folder, decisionsName))) return folder;
    throw new Incomplete(`No log found in ${folder}.`, [
      { text: "Use the directory that was passed to the run with --proxy-logs-dir" },
    ]);
  }
  const logs = listStampedFolders(logsKind, { parent: parents.logs, owner });
  if (id === undefined) {
    if (logs[0]) return logs[0].path;
    throw new Incomplete(`You have no logs in ${parents.logs}.`, [
      { text: "Run a command behind the firewall first, or pass a directory with --logs-dir" },
    ]);
  }
  const session = listSessions({ parent: parents.sessions, owner }).find((each) => each.id === id);
  const found = session?.session?.logs ?? logs.find((each) => each.id === id)?.path;
  if (found !== undefined) return found;
  throw new Incomplete(`You have no session or log with the ID ${id}.`, [
    { text: "List your sessions", command: ownCommandLine("firewall", "sessions") },
  ]);
}

const defaultParents = { sessions: sessionParent, logs: logsParent };
