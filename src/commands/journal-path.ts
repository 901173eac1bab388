import { join } from "node:path";
import type { HostProfile } from "../forge/host-profile.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { stateFolder } from "../shared/state-folder.ts";

/**
 * Returns the path of a flow's journal for a control repository. An embedded forge has the same
 * host for each naming convention, but a different state.
 */
export function journalPath(
  env: NodeJS.ProcessEnv,
  location: { profile: HostProfile; repository: RepositoryName; flow: string },
): string {
  const { profile, repository, flow } = location;
  const { isEmbedded, brand } = profile;
  const convention = isEmbedded && brand.name !== "forge" ? `-${brand.name}` : "";
  const host = `${profile.host.replaceAll(/[^\w.-]/g, "_")}${convention}`;
  const [owner, name] = [repository.owner.toLowerCase(), repository.name.toLowerCase()];
  return join(stateFolder(env), host, owner, name, `${flow}.json`);
}
