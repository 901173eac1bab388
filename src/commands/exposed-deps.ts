import type { ExposedApp, ExposedDeps, ExposedOptions } from "../../flows/exposed/exposed-deps.ts";
import { createAppClient } from "../credentials/apps/app-client.ts";
import type { AppRole } from "../credentials/apps/ceilings.ts";
import { revokeToken, tryToken } from "../credentials/revoke-token.ts";
import { returnToReview } from "../control/exposure/return-to-review.ts";
import { cancelRuns, listActiveRuns, waitForRuns } from "../control/exposure/active-runs.ts";
import { searchForge } from "../control/exposure/search.ts";
import { readSituation, readStoredAt } from "../control/exposure/situation.ts";
import { setSwitches } from "../control/exposure/switches.ts";
import { pause } from "../forge/pause.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { createRestClient } from "../forge/client.ts";
import type { RestClient } from "../forge/client.ts";
import { halvesOf, readStoredRecords } from "../control/stored-records.ts";
import { UserError } from "../shared/errors.ts";
import type { Connection } from "./connect.ts";
import { listInstallations } from "../forge/resources/list-installations.ts";
import { readKeyFile } from "../credentials/apps/read-key-file.ts";

interface Given {
  readonly connection: Connection;
  readonly repository: RepositoryName;
  readonly options: ExposedOptions;
  readonly openLink: (link: string) => Promise<boolean>;
}

/** Gives the response its hands. */
export async function wireExposed(given: Given): Promise<ExposedDeps> {
  const { connection, repository, options, openLink } = given;
  const { profile, fetch } = connection;
  const rest = await connectAnyway(connection);
  const place = { rest, profile, repository };
  const now = () => new Date();
  return {
    profile,
    repository,
    options,
    now,
    pause,
    openLink,
    readKeyFile,
    pollMilliseconds: 2000,
    readSituation: () => readSituation(place),
    setSwitches: (variables, value) => setSwitches(rest, repository, { variables, value }),
    cancelActiveRuns: async () => cancelRuns(place, await listActiveRuns(place)),
    waitForRuns: (wait) => waitForRuns({ ...place, ...wait, now, pause }),
    findApp: (role) => findApp(given, rest, role),
    appClient: (clientId, key) => createAppClient({ profile, fetch, clientId, key }),
    revokeToken: (token) => revokeToken({ profile, fetch }, token),
    tryToken: (token) => tryToken({ profile, fetch }, token),
    search: (wish) => searchForge({ ...place, ...wish, now }),
    storedAt: (credential, settings) => readStoredAt(place, credential, settings),
    returnToReview: () => returnToReview(place),
  };
}

/** A token that leaked can be revoked without a login; what needs one fails by itself, and is recorded so. */
async function connectAnyway({ rest, profile, fetch }: Connection): Promise<RestClient> {
  try {
    return await rest();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return createRestClient({ profile, fetch });
  }
}

/** The App by its stored client ID; its short name, for the link, where an owner may list installations. */
async function findApp(
  { connection, repository }: Given,
  rest: RestClient,
  role: AppRole,
): Promise<ExposedApp | undefined> {
  try {
    const { clientId } = halvesOf(await readStoredRecords(rest, repository), role);
    if (clientId === undefined) return undefined;
    const installed = await listInstallations(connection, repository.owner).catch(() => undefined);
    const found = installed?.find((each) => each.clientId === clientId);
    return { clientId, slug: found?.appSlug, installationId: found?.id };
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
