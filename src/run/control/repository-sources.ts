import type { Brand } from "../../forge/brand.ts";
import type { ForgeClient } from "../../forge/client.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { readFolderFiles } from "../../forge/resources/folder-files.ts";
import type { FolderRequest } from "../../forge/resources/folder-files.ts";
import type { ControlSource } from "./check-control.ts";
import { isSource, manifestPath } from "./is-source.ts";

/**
 * Reads the workflows of a control repository's default branch, the shared parts, and the package
 * manifest. It needs one request, unless the forge does not support GraphQL. It does not read
 * folders nested deeper in the workflows folder.
 */
export function readRepositorySources(
  client: ForgeClient,
  repository: RepositoryName,
): Promise<ControlSource[]> {
  return readFolderFiles(client, repository, sourcesRequest(client.profile.brand));
}

/** Returns the request for these files. */
export function sourcesRequest({ folder }: Brand): FolderRequest {
  return { folder: `${folder}/workflows`, additional: [manifestPath], wants: isSource };
}
