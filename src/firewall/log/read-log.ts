import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { readLoggedDecision, type LoggedDecision } from "./logged-decision.ts";
import { decisionsName } from "./open-log.ts";

/**
 * Reads the decisions of a log one by one, so the log can have any length. Yields undefined for
 * each line that cannot be read, for example because the run was killed or the disk was full.
 * @throws the file system's error if the log is not found
 */
export async function* readLog(folder: string): AsyncGenerator<LoggedDecision | undefined> {
  const input = createReadStream(join(folder, decisionsName), "utf8");
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (line !== "") yield readLoggedDecision(line);
  }
}
