import type { AppRole } from "../../credentials/apps/app-role.ts";
import { appRecords } from "../../credentials/records.ts";
import { deleteSecret } from "../../forge/resources/secrets.ts";
import { deleteVariable } from "../../forge/resources/variables.ts";
import type { ControlSession } from "../repository/control-session.ts";

/**
 * Deletes both records of an App, the key first, so that an interruption leaves no usable
 * credential.
 */
export async function dropCredential(
  role: AppRole,
  { client, repository }: ControlSession,
): Promise<void> {
  const { variable, secret } = appRecords[role];
  await deleteSecret(client, { repository }, secret);
  await deleteVariable(client, repository, variable);
}
