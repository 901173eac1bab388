import type { ForgeClient } from "../client.ts";
import type { RepositoryName } from "../repository-name.ts";

/**
 * Disables a workflow on all branches until a person enables it again. Active runs continue.
 * @param path path of the workflow file, relative to the root of the repository
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
