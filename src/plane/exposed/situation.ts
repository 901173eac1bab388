import { patSecret, usualEnvironment } from "../../credentials/records.ts";
import { findSecretDate, findSharedSecrets } from "../../forge/resources/secrets.ts";
import { readAccountKind, readLogin } from "../../forge/resources/users.ts";
import { listVariables } from "../../forge/resources/variables.ts";
import { UserError } from "../../shared/errors.ts";
import type { ControlSession } from "../repository/control-session.ts";
import { findSettings } from "../scope/find-settings.ts";
import { storedCredentials, secretNameOf } from "../../credentials/credential.ts";
import type { StoredCredential } from "../../credentials/credential.ts";
import type { Settings } from "../scope/settings.ts";

/**
 * Facts that are read before the first step. If a fact cannot be read, the incident response
 * continues without it.
 */
export interface Situation {
  /** The current account. */
  readonly who: string;
  /** Kind of account that owns the Apps. */
  readonly ownerKind: "organization" | "user";
  readonly settings: Settings | undefined;
  /** Reason why existing settings cannot be read. Missing settings are not a problem. */
  readonly settingsProblem?: string;
  /** The repository's variables, including kill switches; undefined if they cannot be read. */
  readonly variables: ReadonlyMap<string, string> | undefined;
  /**
   * Date on which each credential's secret was stored (ISO 8601); null if the secret does not
   * exist.
   */
  readonly storedAt: Readonly<Partial<Record<StoredCredential, string | null>>>;
}

/**
 * Reads all facts concurrently. If a fact cannot be read, uses a fallback.
 * @throws only internal errors
 */
export async function readSituation(location: ControlSession): Promise<Situation> {
  const { client, repository } = location;
  const unless = <T>(otherwise: T) => {
    return (error: unknown): T => {
      if (error instanceof UserError) return otherwise;
      throw error;
    };
  };
  const [who, ownerKind, found, variables, readApp, writeApp] = await Promise.all([
    readLogin(client).catch(unless("unknown")),
    readAccountKind(client, repository.owner).catch(unless("organization" as const)),
    findSettings(location)
      .then((settings) => ({ settings }))
      .catch((error: unknown) => {
        if (!(error instanceof UserError)) throw error;
        return { settings: undefined, settingsProblem: error.message };
      }),
    listVariables(client, repository).catch(unless(undefined)),
    readStoredAt(location, "read-app", undefined).catch(unless(undefined)),
    readStoredAt(location, "write-app", undefined).catch(unless(undefined)),
  ]);
  const pat = await findPatDate(location, found.settings).catch(unless(undefined));
  const storedAt = { "read-app": readApp, "write-app": writeApp, pat };
  return {
    who,
    ownerKind,
    ...found,
    variables,
    storedAt: Object.fromEntries(
      storedCredentials.flatMap((each) =>
        storedAt[each] === undefined ? [] : [[each, storedAt[each]]],
      ),
    ),
  };
}

/**
 * Finds the PAT in every location from which runs read it, because it can leak from any of them.
 * Returns undefined if one of these locations cannot be read.
 */
async function findPatDate(
  location: ControlSession,
  settings: Settings | undefined,
): Promise<string | null | undefined> {
  const { client, repository } = location;
  const ofEnvironment = await readStoredAt(location, "pat", settings);
  if (ofEnvironment !== null) return ofEnvironment;
  const [ofRepository, shared] = await Promise.all([
    findSecretDate(client, { repository }, patSecret),
    findSharedSecrets(client, repository),
  ]);
  return ofRepository ?? (shared && (shared.get(patSecret) ?? null));
}

/**
 * Returns the date on which a credential's secret was last stored; null if it is not stored.
 *
 * @throws RefusedByForge if this account cannot read it
 */
export async function readStoredAt(
  { client, repository }: ControlSession,
  credential: StoredCredential,
  settings: Settings | undefined,
): Promise<string | null> {
  const location = {
    repository,
    ...(credential === "pat" && { environment: settings?.environment ?? usualEnvironment }),
  };
  return (await findSecretDate(client, location, secretNameOf(credential))) ?? null;
}
