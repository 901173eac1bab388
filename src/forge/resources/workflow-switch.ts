import type { ForgeClient } from "../client.ts";
import type { RepositoryName } from "../repository-name.ts";

/**
 * Keeps a workflow from starting, on whatever branch, until somebody enables it again. Runs that are under way go on.
 * @param path of its file, from the top of the repository
 * @see PUT /repos/{owner}/{repo}/actions/workflows/{workflow_id}/disable
 */
export async function disableWorkflow(
  client: ForgeClient,
  { full }: RepositoryName,
  path: string,
): Promise<void> {
  const file = path.split("/").at(-1) ?? path;
  await client.request(
    "PUT",
    `/repos/${full}/actions/workflows/${encodeURIComponent(file)}/disable`,
  );
}
