import { isAbsolute, join } from "node:path";
import type { HostProfile } from "../forge/host-profile.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { InvalidInput } from "../shared/errors.ts";
import { requireOwnFolder } from "../shared/own-folder.ts";
import { homeFolder } from "../shared/this-user.ts";

/**
 * Where gatehouse keeps what outlives a run: journals and the embedded forge. Nothing secret of a real forge.
 * @throws InvalidInput when it is not this user's alone, told as a part of wherever one stands, or not told at all
 * @see https://specifications.freedesktop.org/basedir-spec/latest/
 */
export function stateFolder(env: NodeJS.ProcessEnv): string {
  const base = env["XDG_STATE_HOME"] || join(requireHome(), ".local", "state");
  if (!isAbsolute(base)) {
    throw new InvalidInput(`XDG_STATE_HOME is "${base}"; it has to be a whole path.`, [
      { say: "Set it to one, or leave it away" },
    ]);
  }
  const folder = join(base, "gatehouse");
  requireOwnFolder(folder);
  return folder;
}

function requireHome(): string {
  const home = homeFolder();
  if (home !== undefined) return home;
  throw new InvalidInput(
    "Neither HOME nor XDG_STATE_HOME names a folder, and the system knows no home of this user.",
    [
      {
        say: "Set one of them to a folder that stays: what a later run goes on from is kept there",
      },
    ],
  );
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
