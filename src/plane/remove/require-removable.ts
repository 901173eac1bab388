import type { HostProfile } from "../../forge/host-profile.ts";
import { explainHowToCheck } from "../../forge/login-advice.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import type { Repository } from "../../forge/resources/repositories.ts";
import { UserError, exitCode } from "../../shared/errors.ts";
import { count } from "../../shared/count.ts";
import { commandLine } from "../repository/command-line.ts";

/** This login may not take anything away there. */
export class NotRemovable extends UserError {
  readonly exitCode = exitCode.refused;
}

interface Found extends Repository {
  /** How many files this machine keeps under the name that was asked for. */
  readonly kept: number;
}

/** @throws NotRemovable for who does not administer it, for a repository that takes no changes, or is called otherwise */
export function requireRemovable(
  profile: HostProfile,
  repository: RepositoryName,
  { fullName, isAdministered, isArchived, owner, kept }: Found,
): void {
  if (fullName.toLowerCase() !== repository.full.toLowerCase()) {
    const [, name = ""] = fullName.split("/");
    const now = { owner: owner.login, name, full: fullName };
    throw new NotRemovable(`${repository.full} is called ${fullName} now. Nothing was removed.`, [
      ...(kept > 0 ? [{ say: describeRemaining(kept) }] : []),
      { say: "Name it so", command: commandLine("remove", { profile, repository: now }) },
    ]);
  }
  if (!isAdministered) {
    const who = owner.kind === "organization" ? `or an owner of ${owner.login}` : owner.login;
    throw new NotRemovable(`You may not administer ${fullName}. Nothing was removed.`, [
      { say: `Ask an administrator of ${fullName}, ${who}, to run it` },
      explainHowToCheck(profile, "Check which account is signed in"),
    ]);
  }
  if (isArchived) {
    throw new NotRemovable(`${fullName} is archived: nothing of it can be changed.`, [
      { say: "Unarchive it", link: `${profile.webUrl}/${fullName}/settings` },
    ]);
  }
}

/** By another name they are not looked for, and the Apps that only they tell of are not found. */
function describeRemaining(kept: number): string {
  return `What this machine knows of it stays under the old name: ${count(kept, "file")} of the state folder`;
}
