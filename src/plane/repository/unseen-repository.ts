import type { Connection } from "../../forge/connection.ts";
import type { ForgeLogin } from "../../forge/forge-cli.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import { explainHowToCheck } from "../../forge/login-advice.ts";
import { isRefused } from "../../forge/forge-errors.ts";
import { isReachable } from "../../forge/resources/repositories.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { Incomplete } from "../../shared/errors.ts";
import type { Hint } from "../../shared/errors.ts";

/** The forge tells nobody whether a repository is not there, or not theirs to see. */
export class RepositoryUnseen extends Incomplete {}

/** "does not exist, or …", of a repository that was named before. */
export function describeUnseen({ source }: Pick<ForgeLogin, "source">): string {
  return `does not exist, or the forge CLI's login (${source}) may not see it`;
}

export function hintsForUnseen(profile: HostProfile): Hint[] {
  return [explainHowToCheck(profile, "Check the name, and which account is signed in")];
}

interface Place {
  readonly connection: Pick<Connection, "profile" | "client" | "cli">;
  readonly repository: RepositoryName;
}

/**
 * Does what looks at a repository. What is not found in one that this login does not see is no news of what was looked for.
 * @throws RepositoryUnseen then, as a setup says it
 */
export async function lookInto<T>(place: Place, look: () => Promise<T>): Promise<T> {
  try {
    return await look();
  } catch (error) {
    if (isRefused(error, 404)) await requireSeen(place);
    throw error;
  }
}

/** @throws RepositoryUnseen */
export async function requireSeen({ connection, repository }: Place): Promise<void> {
  if (await isReachable(await connection.client(), repository.full)) return;
  const source = (await connection.cli.login())?.source ?? "the one that was given";
  throw new RepositoryUnseen(
    `${repository.full} ${describeUnseen({ source })}.`,
    hintsForUnseen(connection.profile),
  );
}
