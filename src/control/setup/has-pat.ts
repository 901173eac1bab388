import { patSecret } from "../../credentials/records.ts";
import { isRefused } from "../../forge/forge-errors.ts";
import { findSecretDate } from "../../forge/resources/secrets.ts";
import type { ControlSession } from "../control-session.ts";
import { PatUnseen } from "./pat-unseen.ts";

/**
 * Whether a PAT is stored in the protected environment.
 * @throws PatUnseen when the forge lets nobody look
 */
export async function hasPat(
  { client, repository }: ControlSession,
  environment: string,
): Promise<boolean> {
  try {
    const date = await findSecretDate(client, { repository, environment }, patSecret);
    return date !== undefined;
  } catch (error) {
    if (isRefused(error, 403)) throw new PatUnseen(environment, error);
    throw error;
  }
}
