import type { AppRole } from "../../credentials/apps/app-role.ts";
import { appRecords } from "../../credentials/records.ts";
import { ForgeCliFailed } from "../../forge/forge-cli.ts";
import type { ForgeCli } from "../../forge/forge-cli.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import type { Secret } from "../../shared/secret.ts";
import { retry } from "./retry.ts";

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

const pauseMilliseconds = 400;

/**
 * Stores both records of an App, the key first, so that a stored client ID always has its key.
 *
 * @throws ForgeCliFailed if all attempts fail; the caller then still has the key
 */
export async function storeCredential(
  { role, clientId, key }: StorableCredential,
  { cli, repository, pause, signal }: StoreDeps,
): Promise<void> {
  const { variable, secret } = appRecords[role];
  // Retries after every failure of the forge CLI, because storing the same value again is harmless.
  const isTransient = (error: unknown) => error instanceof ForgeCliFailed;
  const options = { pauseMilliseconds, isTransient, pause, signal };
  await retry(options, () => cli.setSecret({ repository, name: secret }, key));
  await retry(options, () => cli.setVariable(repository, variable, clientId));
}
