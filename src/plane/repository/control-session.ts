import type { ForgeClient } from "../../forge/client.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";

/** A client that is signed in, and the control repository of the command. */
export interface ControlSession {
  readonly client: ForgeClient;
  readonly repository: RepositoryName;
}
