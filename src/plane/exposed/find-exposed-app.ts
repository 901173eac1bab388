import { installationsOf } from "../repository/installations-of.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import { listInstallations } from "../../forge/resources/installations.ts";
import { UserError } from "../../shared/errors.ts";
import type { ControlSession } from "../repository/control-session.ts";
import { halvesOf, readStoredRecords } from "../repository/stored-records.ts";

/** An App, as identified by the records in the control repository. */
export interface ExposedApp {
  readonly clientId: string;
  /**
   * Undefined if this account cannot list the installations. The same applies to `installationId`.
   */
  readonly slug: string | undefined;
  readonly installationId: number | undefined;
}

/**
 * Finds the App by its stored client ID. Returns undefined if the client ID cannot be read, so that
 * the incident response is not blocked.
 */
export async function findExposedApp(
  location: ControlSession,
  role: AppRole,
): Promise<ExposedApp | undefined> {
  const { client, repository } = location;
  const records = await readStoredRecords(location).catch(unlessBug);
  const clientId = records && halvesOf(records, role).clientId;
  if (clientId === undefined) return undefined;
  const installed = await listInstallations(client, repository.owner).catch(unlessBug);
  const [found] = installationsOf({ clientId }, installed ?? []);
  return { clientId, slug: found?.appSlug, installationId: found?.id };
}

function unlessBug(error: unknown): undefined {
  if (!(error instanceof UserError)) throw error;
}
