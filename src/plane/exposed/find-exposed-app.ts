import { installationsOf } from "../repository/installations-of.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import { listInstallations } from "../../forge/resources/installations.ts";
import { UserError } from "../../shared/errors.ts";
import type { ControlSession } from "../repository/control-session.ts";
import { halvesOf, readStoredRecords } from "../repository/stored-records.ts";

/** An App as the control repository knows it. */
export interface ExposedApp {
  readonly clientId: string;
  /** These two are known where an owner may list installations. */
  readonly slug: string | undefined;
  readonly installationId: number | undefined;
}

/** The App by its stored client ID; undefined when that cannot be learned, for an incident does not wait for it. */
export async function findExposedApp(
  place: ControlSession,
  role: AppRole,
): Promise<ExposedApp | undefined> {
  const { client, repository } = place;
  const records = await readStoredRecords(place).catch(unlessBug);
  const clientId = records && halvesOf(records, role).clientId;
  if (clientId === undefined) return undefined;
  const installed = await listInstallations(client, repository.owner).catch(unlessBug);
  const [found] = installationsOf({ clientId }, installed ?? []);
  return { clientId, slug: found?.appSlug, installationId: found?.id };
}

function unlessBug(error: unknown): undefined {
  if (!(error instanceof UserError)) throw error;
}
