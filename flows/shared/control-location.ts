import type { HostProfile } from "../../src/forge/host-profile.ts";
import type { RepositoryName } from "../../src/forge/repository-name.ts";

export interface ControlLocation {
  readonly profile: HostProfile;
  readonly repository: RepositoryName;
}
