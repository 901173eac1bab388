import type { ForgeClient } from "../client.ts";
import type { RepositoryName } from "../repository-name.ts";

export interface FileDeletion {
  readonly path: string;
  /** Commit message. */
  readonly message: string;
  /** The version to delete. If the file has changed since then, it is not deleted. */
  readonly sha: string;
}

/**
 * Commits the deletion of one file to the default branch.
 * @see DELETE /repos/{owner}/{repo}/contents/{path}
 */
export async function deleteFile(
  client: ForgeClient,
  { full }: RepositoryName,
  { path, message, sha }: FileDeletion,
): Promise<void> {
  await client.request("DELETE", `/repos/${full}/contents/${path}`, { body: { message, sha } });
}
