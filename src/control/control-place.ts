import type { ForgeClient } from "../forge/client.ts";
import type { RepositoryName } from "../forge/repository-name.ts";

/** A control repository, and somebody who speaks with its forge. */
export interface ControlPlace {
  readonly client: ForgeClient;
  readonly repository: RepositoryName;
}
