import { patSecret } from "../../credentials/records.ts";
import { isRefused } from "../../forge/forge-errors.ts";
import { findSecretDate } from "../../forge/resources/secrets.ts";
import type { ControlSession } from "../repository/control-session.ts";
import { PatUnseen } from "./pat-unseen.ts";

/**
 * Reads the date on which the PAT in the protected environment was stored (ISO 8601); undefined if
 * no PAT is stored.
 * @throws PatUnseen if GitHub does not show whether a PAT is stored
 */
export async function findPatDate(
  { client, repository }: ControlSession,
  environment: string,
): Promise<string | undefined> {
  try {
    return await findSecretDate(client, { repository, environment }, patSecret);
  } catch (error) {
    if (isRefused(error, 403)) throw new PatUnseen(environment, error);
    throw error;
  }
}
