import type { HostProfile } from "../../src/forge/host-profile.ts";
import type { RepositoryName } from "../../src/forge/repository-name.ts";

/** Where a control plane is: its repository, and the forge that has it. */
export interface ControlPlace {
  readonly profile: HostProfile;
  readonly repository: RepositoryName;
}
