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
  /** A folder that is named. */
  readonly folder?: string | undefined;
  /** The id of a session that runs, or of a log's own folder. */
  readonly id?: string | undefined;
  /** The person behind sudo. */
  readonly owner?: User | undefined;
  /** Where sessions and logs are looked for. */
  readonly parents?: { readonly sessions: string; readonly logs: string };
}

/**
 * The folder of the log that is meant: the one that is named, that of a session, or this user's newest.
 * @throws Incomplete where there is none
 */
export function findLog({ folder, id, owner, parents = defaultParents }: Wanted): string {
  if (folder !== undefined) {
    if (existsSync(join(folder, decisionsName))) return folder;
    throw new Incomplete(`There is no log in ${folder}.`, [
      { say: "Name the folder that a run was given as --proxy-logs-dir" },
    ]);
  }
  const logs = listStampedFolders(logsKind, { parent: parents.logs, owner });
  if (id === undefined) {
    if (logs[0]) return logs[0].path;
    throw new Incomplete(`You have no log in ${parents.logs}.`, [
      { say: "Run a command behind the firewall first, or name a folder with --logs-dir" },
    ]);
  }
  const session = listSessions({ parent: parents.sessions, owner }).find((each) => each.id === id);
  const found = session?.session?.logs ?? logs.find((each) => each.id === id)?.path;
  if (found !== undefined) return found;
  throw new Incomplete(`No session and no log of yours is called ${id}.`, [
    { say: "See which sessions run", command: ownCommandLine("firewall", "sessions") },
  ]);
}

const defaultParents = { sessions: sessionParent, logs: logsParent };
