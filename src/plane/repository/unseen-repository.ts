import type { Connection } from "../../forge/connection.ts";
import type { ForgeLogin } from "../../forge/forge-cli.ts";
import type { HostProfile } from "../../forge/host-profile.ts";
import { explainHowToCheck } from "../../forge/login-advice.ts";
import { isRefused } from "../../forge/forge-errors.ts";
import { isReachable } from "../../forge/resources/repositories.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { Incomplete } from "../../shared/errors.ts";
import type { Hint } from "../../shared/errors.ts";

/** The repository does not exist or is not visible. GitHub does not distinguish the two. */
export class RepositoryUnseen extends Incomplete {}

/**
 * Describes why a repository is not available, as a clause that follows its name: "does not exist,
 * or …".
 */
export function describeUnseen({ source }: Pick<ForgeLogin, "source">): string {
  return `does not exist, or is not visible to your account (${source})`;
}

export function hintsForUnseen(profile: HostProfile): Hint[] {
  return [explainHowToCheck(profile, "Check the name and the account that is signed in")];
}

interface Location {
  readonly connection: Pick<Connection, "profile" | "client" | "cli">;
  readonly repository: RepositoryName;
}

/**
 * Reads from a repository. If the repository itself is not visible, a missing item does not prove
 * that the item does not exist.
 * @throws RepositoryUnseen if the repository is not visible, with the same message as setup
 */
export async function requireVisible<T>(location: Location, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (isRefused(error, 404)) await requireSeen(location);
    throw error;
  }
}

/** @throws RepositoryUnseen */
export async function requireSeen({ connection, repository }: Location): Promise<void> {
  if (await isReachable(await connection.client(), repository.full)) return;
  const source = (await connection.cli.login())?.source ?? "the provided token";
  throw new RepositoryUnseen(
    `${repository.full} ${describeUnseen({ source })}.`,
    hintsForUnseen(connection.profile),
  );
}
