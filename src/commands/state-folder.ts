import { homedir } from "node:os";
import { join } from "node:path";
import type { HostProfile } from "../forge/host-profile.ts";
import type { RepositoryName } from "../forge/repository-name.ts";

/** Where gatehouse keeps what outlives a run: journals and the embedded forge. Nothing secret. */
export function stateFolder(env: NodeJS.ProcessEnv): string {
  return join(env["XDG_STATE_HOME"] || join(homedir(), ".local", "state"), "gatehouse");
}

/** The journal of one flow for one control repository. */
export function journalPath(
  env: NodeJS.ProcessEnv,
  place: { profile: HostProfile; repository: RepositoryName; flow: string },
): string {
  const { profile, repository, flow } = place;
  const host = profile.host.replaceAll(/[^\w.-]/g, "_");
  const [owner, name] = [repository.owner.toLowerCase(), repository.name.toLowerCase()];
  return join(stateFolder(env), host, owner, name, `${flow}.json`);
}
