import { readStatus } from "../plane/verify/read-status.ts";
import type { StatusDocument } from "../plane/verify/status-document.ts";
import { lookInto } from "../plane/repository/unseen-repository.ts";
import type { Connection } from "../forge/connection.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { ourEnvironment } from "../shared/child-environment.ts";
import { readSetUpProofs } from "./set-up-proofs.ts";

export interface StatusPlace {
  readonly connection: Connection;
  readonly repository: RepositoryName;
  /** Where the PAT is looked for; as the settings say unless told. */
  readonly environment?: string | undefined;
}

/** How a control plane stands, by the forge and by what this machine has proved. */
export async function readStatusDocument(place: StatusPlace): Promise<StatusDocument> {
  const { connection, repository, environment } = place;
  const { profile, stranger } = connection;
  const [proofs, client] = await Promise.all([
    readSetUpProofs(ourEnvironment(), { profile, repository }),
    connection.client(),
  ]);
  const look = { client, stranger, repository, environment, now: new Date() };
  return lookInto(place, () => readStatus({ ...look, proofs }));
}
