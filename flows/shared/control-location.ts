import type { HostProfile } from "../../src/forge/host-profile.ts";
import type { RepositoryName } from "../../src/forge/repository-name.ts";

/** The location of a control plane: its repository and its host. */
export interface ControlLocation {
  readonly profile: HostProfile;
  readonly repository: RepositoryName;
}
