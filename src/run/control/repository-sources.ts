import type { Brand } from "../../forge/brand.ts";
import type { ForgeClient } from "../../forge/client.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { readFolderFiles } from "../../forge/resources/folder-files.ts";
import type { FolderRequest } from "../../forge/resources/folder-files.ts";
import type { ControlSource } from "./check-control.ts";
import { isSource, manifestPath } from "./is-source.ts";

/**
 * Reads the workflows of a control repository's default branch, what they share, and the package manifest: by one
 * request, unless the forge answers no queries. Folders below those in the workflows' folder are not looked into.
 */
export function readRepositorySources(
  client: ForgeClient,
  repository: RepositoryName,
): Promise<ControlSource[]> {
  return readFolderFiles(client, repository, sourcesRequest(client.profile.brand));
}

/** Which files they are. */
export function sourcesRequest({ folder }: Brand): FolderRequest {
  return { folder: `${folder}/workflows`, besides: [manifestPath], wants: isSource };
}
