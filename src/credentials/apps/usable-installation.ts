import type { RepositoryName } from "../../forge/repository-name.ts";
import type { Installation } from "../../forge/resources/installations.ts";
import type { AppClient } from "./app-client.ts";

/**
 * An installation that can mint tokens, or the reason why there is none: "is suspended for
 * acme/control".
 */
export type UsableInstallation =
  | { readonly isUsable: true; readonly installation: Installation }
  | { readonly isUsable: false; readonly reason: string; readonly isSuspended: boolean };

/**
 * Finds the installation of an App on a repository.
 * @throws the client's errors
 */
export async function findUsableInstallation(
  app: Pick<AppClient, "installationOn">,
  repository: RepositoryName,
): Promise<UsableInstallation> {
  const installation = await app.installationOn(repository);
  if (installation && !installation.isSuspended) return { isUsable: true, installation };
  const isSuspended = installation !== undefined;
  const what = isSuspended ? "is suspended for" : "is not installed on";
  return { isUsable: false, reason: `${what} ${repository.full}`, isSuspended };
}
