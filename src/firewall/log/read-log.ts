import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { readLoggedDecision, type LoggedDecision } from "./logged-decision.ts";
import { decisionsName } from "./open-log.ts";

/**
 * Reads the decisions of a log, one after the other, however long it is; undefined stands for a line that nobody can
 * read: the last one of a run that was killed, or one that a full disk cut.
 * @throws the file system's error where there is no log
 */
export async function* readLog(folder: string): AsyncGenerator<LoggedDecision | undefined> {
  const input = createReadStream(join(folder, decisionsName), "utf8");
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line !== "") yield readLoggedDecision(line);
  }
}
