import { patSecret } from "../../credentials/records.ts";
import { findSecretDate } from "../../forge/resources/secrets.ts";
import type { ControlSession } from "../control-session.ts";

/** Whether a PAT is stored in the protected environment. */
export async function hasPat(
  { client, repository }: ControlSession,
  environment: string,
): Promise<boolean> {
  const date = await findSecretDate(client, { repository, environment }, patSecret);
  return date !== undefined;
}
