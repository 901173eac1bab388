import type { RunOptions } from "../plane/repository/run-workflow.ts";
import type { Connection } from "../forge/connection.ts";
import { pause } from "../forge/pause.ts";
import type { RepositoryName } from "../forge/repository-name.ts";

/** Returns the dependencies for starting and watching a run in the control repository. */
export async function runOptions(
  { client }: Pick<Connection, "client">,
  asked: Pick<RunOptions, "report" | "signal" | "memory"> & { repository: RepositoryName },
): Promise<RunOptions> {
  return { ...asked, client: await client(), now: () => new Date(), pause };
}
