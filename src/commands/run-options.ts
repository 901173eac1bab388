import type { RunOptions } from "../control/run-workflow.ts";
import type { Connection } from "../forge/connection.ts";
import { pause } from "../forge/pause.ts";
import type { RepositoryName } from "../forge/repository-name.ts";

/** What a run in the control repository is started and watched with. */
export async function runOptions(
  { client }: Pick<Connection, "client">,
  { repository, say, signal }: Pick<RunOptions, "say" | "signal"> & { repository: RepositoryName },
): Promise<RunOptions> {
  return { client: await client(), repository, say, signal, now: () => new Date(), pause };
}
