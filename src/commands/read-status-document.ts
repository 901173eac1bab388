import { readStatus } from "../plane/verify/read-status.ts";
import type { StatusDocument } from "../plane/verify/status-document.ts";
import { requireVisible } from "../plane/repository/unseen-repository.ts";
import type { Connection } from "../forge/connection.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { ourEnvironment } from "../shared/child-environment.ts";
import { readSetUpProofs } from "./set-up-proofs.ts";

export interface StatusLocation {
  readonly connection: Connection;
  readonly repository: RepositoryName;
  /** Environment that stores the PAT; undefined to use the environment from the settings. */
  readonly environment?: string | undefined;
}

/**
 * Reads the state of a control plane from the forge, and adds the proofs stored on this machine.
 */
export async function readStatusDocument(location: StatusLocation): Promise<StatusDocument> {
  const { connection, repository, environment } = location;
  const { profile, stranger } = connection;
  const [proofs, client] = await Promise.all([
    readSetUpProofs(ourEnvironment(), { profile, repository }),
    connection.client(),
  ]);
  const request = { client, stranger, repository, environment, now: new Date() };
  return requireVisible(location, () => readStatus({ ...request, proofs }));
}
