import { PatUnseen } from "../../src/plane/setup/pat-unseen.ts";
import { halvesOf } from "../../src/plane/repository/stored-records.ts";
import { appRoles } from "../../src/credentials/apps/app-role.ts";
import type { AppRole } from "../../src/credentials/apps/app-role.ts";
import type { StoredCredential } from "../../src/credentials/credential.ts";
import type { RotateDeps } from "./rotate-deps.ts";

export type ListDeps = Pick<RotateDeps, "readRecords" | "readSettings" | "patDate" | "wanted">;

export interface Stored {
  readonly all: readonly StoredCredential[];
  /** Short reason why the token cannot be rotated; undefined if it can. */
  readonly withoutPat?: string;
}

/**
 * Lists the credentials whose parts are all stored.
 * @throws PatUnseen if the PAT was requested and this account cannot check it
 */
export async function listStored(deps: ListDeps): Promise<Stored> {
  const [records, settings] = await Promise.all([deps.readRecords(), deps.readSettings()]);
  const isPair = (role: AppRole) => {
    const { clientId, hasKey } = halvesOf(records, role);
    return clientId !== undefined && hasKey;
  };
  const pairs = appRoles.filter(isPair).map((role) => `${role}-app` as const);
  const pat = await findPat(deps, settings?.environment);
  return pat.isThere ? { all: [...pairs, "pat"] } : { all: pairs, withoutPat: pat.reason };
}

export const notStored = "not stored, or incomplete";

/**
 * Returns whether the token is stored, or the reason why it cannot be rotated. Skips this check if
 * the command line names only other credentials.
 */
async function findPat(
  { wanted, patDate }: Pick<RotateDeps, "wanted" | "patDate">,
  environment: string | undefined,
): Promise<{ readonly isThere: true } | { readonly isThere: false; readonly reason: string }> {
  const none = { isThere: false, reason: notStored } as const;
  if (environment === undefined || wanted?.includes("pat") === false) return none;
  try {
    return (await patDate(environment)) === undefined ? none : { isThere: true };
  } catch (error) {
    const isOneOfAll = wanted === undefined && error instanceof PatUnseen;
    if (!isOneOfAll) throw error;
    return { isThere: false, reason: "cannot check whether it is stored" };
  }
}
