import type { Brand } from "../../forge/brand.ts";
import type { ForgeClient } from "../../forge/client.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { readFolderFiles } from "../../forge/resources/folder-files.ts";
import type { FolderRequest } from "../../forge/resources/folder-files.ts";
import type { ControlSource } from "./check-control.ts";
import { isSource, manifestPath } from "./is-source.ts";

/**
 * Reads the workflows, shared parts and package manifest on a control repository's default branch,
 * with one request if the forge supports GraphQL. Does not read deeper subdirectories of the
 * workflows directory.
 */
export function readRepositorySources(
  client: ForgeClient,
  repository: RepositoryName,
): Promise<ControlSource[]> {
  return readFolderFiles(client, repository, sourcesRequest(client.profile.brand));
}

/** Returns the request for the workflows, shared parts and package manifest. */
export function sourcesRequest({ folder }: Brand): FolderRequest {
  return { folder: `${folder}/workflows`, additional: [manifestPath], wants: isSource };
}
