import { patSecret } from "../../credentials/records.ts";
import { isRefused } from "../../forge/forge-errors.ts";
import { findSecretDate } from "../../forge/resources/secrets.ts";
import type { ControlSession } from "../repository/control-session.ts";
import { PatUnseen } from "./pat-unseen.ts";

/**
 * When the PAT of the protected environment was stored (ISO 8601); undefined where there is none.
 * @throws PatUnseen when the forge lets nobody look
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
