import type { AppRole } from "../../credentials/apps/app-role.ts";
import { appRecords } from "../../credentials/records.ts";
import { ForgeCliFailed } from "../../forge/forge-cli.ts";
import type { ForgeCli } from "../../forge/forge-cli.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import type { Secret } from "../../shared/secret.ts";

export interface StorableCredential {
  readonly role: AppRole;
  readonly clientId: string;
  readonly key: Secret;
}

export interface StoreDeps {
  readonly cli: Pick<ForgeCli, "setSecret" | "setVariable">;
  readonly repository: RepositoryName;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly signal: AbortSignal;
}

const attempts = 3;
const pauseMilliseconds = 400;

/**
 * Stores both halves of an App's record: the key first, so that a stored ID always has its key.
 * @throws ForgeCliFailed when the forge still refuses after some attempts; the key is then still with the caller
 */
export async function storeCredential(
  { role, clientId, key }: StorableCredential,
  deps: StoreDeps,
): Promise<void> {
  const { cli, repository } = deps;
  const { variable, secret } = appRecords[role];
  await insist(deps, () => cli.setSecret({ repository, name: secret }, key));
  await insist(deps, () => cli.setVariable(repository, variable, clientId));
}

/** Storing the same value again does no harm, so a stumbling forge is asked some times. */
async function insist(
  { pause, signal }: Pick<StoreDeps, "pause" | "signal">,
  store: () => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await store();
    } catch (error) {
      if (!(error instanceof ForgeCliFailed) || attempt === attempts) throw error;
      await pause(pauseMilliseconds * attempt, signal);
    }
  }
}
