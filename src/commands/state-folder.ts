import { isAbsolute, join } from "node:path";
import type { HostProfile } from "../forge/host-profile.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { InvalidInput } from "../shared/errors.ts";
import { requireOwnFolder } from "../shared/own-folder.ts";
import { stateHome } from "../shared/this-user.ts";

/**
 * Returns the directory for data that outlives a run: journals and the state of the embedded forge.
 * It contains no secrets of real forges.
 * @throws InvalidInput if the directory is relative or unknown, or does not belong to this user
 *   alone
 * @see https://specifications.freedesktop.org/basedir-spec/latest/
 */
export function stateFolder(env: NodeJS.ProcessEnv): string {
  const base = stateHome(env) ?? refuseUnknownHome();
  if (!isAbsolute(base)) {
    throw new InvalidInput(`XDG_STATE_HOME must be an absolute path, not "${base}".`, [
      { text: "Set XDG_STATE_HOME to an absolute path, or unset it" },
    ]);
  }
  const folder = join(base, "gatehouse");
  requireOwnFolder(folder);
  return folder;
}

function refuseUnknownHome(): never {
  throw new InvalidInput(
    "Home directory not found: HOME and XDG_STATE_HOME are not set, and the system does not know this user's home.",
    [
      {
        text: "Set HOME or XDG_STATE_HOME to a permanent directory, where gatehouse can store its state",
      },
    ],
  );
}

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
