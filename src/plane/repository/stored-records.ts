import type { AppRole } from "../../credentials/apps/app-role.ts";
import { appRecords } from "../../credentials/records.ts";
import { readRepository } from "../../forge/resources/repositories.ts";
import type { RepositorySnapshot } from "../../forge/resources/repository-snapshot.ts";
import { findSharedSecrets } from "../../forge/resources/secrets.ts";
import { findSharedVariables } from "../../forge/resources/variables.ts";
import { createControlMemory } from "./repository-cache.ts";
import type { ControlMemory } from "./repository-cache.ts";
import type { ControlSession } from "./control-session.ts";

export interface StoredRecords {
  readonly variables: ReadonlyMap<string, string>;
  readonly secrets: ReadonlySet<string>;
  /**
   * Dates on which the secrets were last stored, according to GitHub. GitHub does not show the
   * values, so only a different date shows that a value was replaced.
   */
  readonly secretDates: ReadonlyMap<string, string>;
}

/** The records of an App. GitHub never shows the value of a secret. */
export interface AppRecordHalves {
  readonly clientId: string | undefined;
  readonly hasKey: boolean;
}

export function readStoredRecords({ client, repository }: ControlSession): Promise<StoredRecords> {
  return readRecordsInto(createControlMemory(() => Promise.resolve(client), repository));
}

/** Reads the current records into the cache. */
export async function readRecordsInto(
  memory: Pick<ControlMemory, "variables" | "secrets">,
): Promise<StoredRecords> {
  const [variables, secretDates] = await Promise.all([
    memory.variables.fresh(),
    memory.secrets.fresh(),
  ]);
  return { variables, secrets: new Set(secretDates.keys()), secretDates };
}

/**
 * Names of records that an organization shares with the control repository; undefined if this
 * account cannot list them.
 */
export interface SharedNames {
  readonly variables: ReadonlySet<string> | undefined;
  readonly secrets: ReadonlySet<string> | undefined;
}

/**
 * Reads the names of the records that the organization shares with the repository. Runs can use
 * these records like the repository's own. A personal account cannot share records, regardless of
 * GitHub's response.
 */
export async function readSharedNames(
  { client, repository }: ControlSession,
  seen: () => Promise<Pick<RepositorySnapshot, "repository"> | undefined> = () =>
    Promise.resolve(undefined),
): Promise<SharedNames> {
  const kind = (await seen())?.repository.owner.kind;
  if (kind === "user") return { variables: new Set(), secrets: new Set() };
  const [variables, dates] = await Promise.all([
    findSharedVariables(client, repository),
    findSharedSecrets(client, repository),
  ]);
  const secrets = dates && new Set(dates.keys());
  if (variables && secrets) return { variables, secrets };
  if (kind === "organization") return { variables, secrets };
  const { owner } = await readRepository(client, repository);
  return owner.kind === "user"
    ? { variables: new Set(), secrets: new Set() }
    : { variables, secrets };
}

export function halvesOf(
  records: Pick<StoredRecords, "variables" | "secrets">,
  role: AppRole,
): AppRecordHalves {
  const { variable, secret } = appRecords[role];
  return { clientId: records.variables.get(variable), hasKey: records.secrets.has(secret) };
}

/** Returns the date on which an App's key was last stored. */
export function keyDateOf(records: StoredRecords, role: AppRole): string | undefined {
  return records.secretDates.get(appRecords[role].secret);
}
