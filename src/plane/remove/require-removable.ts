import type { HostProfile } from "../../forge/host-profile.ts";
import { explainHowToCheck } from "../../forge/login-advice.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import type { Repository } from "../../forge/resources/repositories.ts";
import { UserError, exitCode } from "../../shared/errors.ts";
import { count } from "../../shared/count.ts";
import { commandLine } from "../repository/command-line.ts";

/** Thrown if this account cannot remove anything from the control plane. */
export class NotRemovable extends UserError {
  readonly exitCode = exitCode.refused;
}

interface Found extends Repository {
  /** Number of files in the state directory under the requested repository name. */
  readonly kept: number;
}

/**
 * @throws NotRemovable if the account is not an administrator, or the repository is archived or was
 *   renamed
 */
export function requireRemovable(
  profile: HostProfile,
  repository: RepositoryName,
  { fullName, isAdministered, isArchived, owner, kept }: Found,
): void {
  if (fullName.toLowerCase() !== repository.full.toLowerCase()) {
    const [, name = ""] = fullName.split("/");
    const now = { owner: owner.login, name, full: fullName };
    throw new NotRemovable(`${repository.full} was renamed to ${fullName}. Nothing was removed.`, [
      ...(kept > 0 ? [{ text: describeRemaining(kept) }] : []),
      { text: "Use the new name", command: commandLine("remove", { profile, repository: now }) },
    ]);
  }
  if (!isAdministered) {
    const who = owner.kind === "organization" ? `or an owner of ${owner.login}` : owner.login;
    throw new NotRemovable(`You need the Admin role in ${fullName}. Nothing was removed.`, [
      { text: `Ask an administrator of ${fullName} (${who}) to run this command` },
      explainHowToCheck(profile, "Check which account is signed in"),
    ]);
  }
  if (isArchived) {
    throw new NotRemovable(`${fullName} is archived, so it cannot be changed.`, [
      { text: "Unarchive it", link: `${profile.webUrl}/${fullName}/settings` },
    ]);
  }
}

/**
 * Describes local files of a renamed repository, which are stored under its old name. A removal
 * under the new name would not find these files, or Apps that only these files refer to.
 */
function describeRemaining(kept: number): string {
  return `The state directory still contains ${count(kept, "file")} under the old name`;
}
