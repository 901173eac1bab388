import type { ExposedDeps, ExposedOptions } from "../../flows/exposed/exposed-deps.ts";
import { cancelRuns, listActiveRuns, waitForRuns } from "../plane/exposed/active-runs.ts";
import { findExposedApp } from "../plane/exposed/find-exposed-app.ts";
import { returnToReview } from "../plane/exposed/return-to-review.ts";
import { searchForge } from "../plane/exposed/search.ts";
import { signInAnyway } from "../plane/exposed/sign-in-anyway.ts";
import { readSituation, readStoredAt } from "../plane/exposed/situation.ts";
import { setSwitches } from "../plane/exposed/switches.ts";
import { RepositoryUnseen, requireSeen } from "../plane/repository/unseen-repository.ts";
import { createAppClient } from "../credentials/apps/app-client.ts";
import { readKeyFile } from "../credentials/apps/read-key-file.ts";
import { revokeToken, tryToken } from "../credentials/revoke-token.ts";
import type { Connection } from "../forge/connection.ts";
import { pause } from "../forge/pause.ts";
import { UserError } from "../shared/errors.ts";
import { forgetProofs } from "./set-up-proofs.ts";
import type { RepositoryName } from "../forge/repository-name.ts";

interface Given {
  readonly connection: Connection;
  readonly repository: RepositoryName;
  readonly options: ExposedOptions;
  readonly openLink: (link: string) => Promise<boolean>;
  readonly env: NodeJS.ProcessEnv;
}

export async function wireExposed(given: Given): Promise<ExposedDeps> {
  const { connection, repository, options, openLink, env } = given;
  const { profile, send } = connection;
  const location = { client: await signInAnyway(connection), repository };
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
    readSituation: () => readSituation(location),
    requireSeen: () => requireSeenBy(given),
    setSwitches: (variables, value) => setSwitches(location, { variables, value }),
    cancelActiveRuns: async () => cancelRuns(location, await listActiveRuns(location)),
    waitForRuns: (wait) => waitForRuns({ ...location, ...wait, now, pause }),
    findApp: (role) => findExposedApp(location, role),
    appClient: (clientId, key) => createAppClient({ profile, send, clientId, key }),
    revokeToken: (token) => revokeToken({ profile, send }, token),
    tryToken: (token) => tryToken({ profile, send }, token),
    search: (request) => searchForge({ ...location, ...request, now }),
    storedAt: (credential, settings) => readStoredAt(location, credential, settings),
    forgetProofs: (credential) => forgetProofs(env, { profile, repository }, credential),
    returnToReview: () => returnToReview(location),
  };
}

/**
 * Checks that the account can see the repository. If the result is unknown, for example without a
 * login, the incident response continues.
 */
async function requireSeenBy(given: Given): Promise<void> {
  try {
    await requireSeen(given);
  } catch (error) {
    if (error instanceof RepositoryUnseen || !(error instanceof UserError)) throw error;
  }
}
