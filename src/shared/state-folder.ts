import { isAbsolute, join } from "node:path";
import { InvalidInput } from "./errors.ts";
import { requireOwnFolder } from "./own-folder.ts";
import { stateHome } from "./this-user.ts";

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
