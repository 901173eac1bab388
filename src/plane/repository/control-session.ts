import type { ForgeClient } from "../../forge/client.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";

/** The control repository that a command uses, and a signed-in client. */
export interface ControlSession {
  readonly client: ForgeClient;
  readonly repository: RepositoryName;
}
