import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import type { HostProfile } from "../forge/host-profile.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { InvalidInput } from "../shared/errors.ts";
import { requireOwnFolder } from "../shared/own-folder.ts";

/**
 * Where gatehouse keeps what outlives a run: journals and the embedded forge. Nothing secret of a real forge.
 * @throws InvalidInput when it is not this user's alone, or told as a part of wherever one stands
 * @see https://specifications.freedesktop.org/basedir-spec/latest/
 */
export function stateFolder(env: NodeJS.ProcessEnv): string {
  const base = env["XDG_STATE_HOME"] || join(homedir(), ".local", "state");
  if (!isAbsolute(base)) {
    throw new InvalidInput(`XDG_STATE_HOME is "${base}"; it has to be a whole path.`, [
      { say: "Set it to one, or leave it away" },
    ]);
  }
  const folder = join(base, "gatehouse");
  requireOwnFolder(folder);
  return folder;
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
