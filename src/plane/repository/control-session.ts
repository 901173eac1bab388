import type { ForgeClient } from "../../forge/client.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";

/** Somebody who is signed in to a forge, and the control repository that it is about. */
export interface ControlSession {
  readonly client: ForgeClient;
  readonly repository: RepositoryName;
}
