import { commitPackage } from "../run/control/committed-package.ts";
import { findPublished, packOwn } from "../run/control/own-package.ts";
import type { PackedPackage } from "../run/control/own-package.ts";
import { ownPackage } from "./own-package.ts";
import type { SetUpDeps } from "../../flows/setup/set-up-deps.ts";
import { createControlMemory } from "../plane/repository/repository-cache.ts";
import type { ControlMemory } from "../plane/repository/repository-cache.ts";
import { decisionPath, settingsPath } from "../plane/scope/control-files.ts";
import { cacheOwnerRepositories } from "../plane/repository/owner-repositories.ts";
import { runProof } from "../plane/proof/run-proof.ts";
import type { ReportRun } from "../plane/repository/run-workflow.ts";
import { dropCredential } from "../plane/setup/drop-credential.ts";
import { convertCode } from "../plane/setup/convert-code.ts";
import { openRegistration } from "../plane/setup/loopback.ts";
import { findNames } from "../plane/setup/app-names-seen.ts";
import { checkReadiness } from "../plane/setup/preflight.ts";
import type { PreflightDeps } from "../plane/setup/preflight.ts";
import { describeSetUpChoice } from "../plane/setup/set-up-options.ts";
import { readRepositoryIds } from "../plane/setup/repository-ids.ts";
import { removePage, savePage } from "../plane/setup/save-page.ts";
import { storeCredential } from "../plane/setup/store-credential.ts";
import { controlMessage, followSharedControl } from "../run/control/control-repository.ts";
import { controlFilePath } from "../run/control/control-file.ts";
import { createAppClient } from "../credentials/apps/app-client.ts";
import type { AppRole } from "../credentials/apps/app-role.ts";
import { readKeyFile } from "../credentials/apps/read-key-file.ts";
import { openKeychain } from "../credentials/keychain/keychain.ts";
import { appRecords, patSecret } from "../credentials/records.ts";
import type { Connection } from "../forge/connection.ts";
import { pause } from "../forge/pause.ts";
import { readVisibility } from "../forge/resources/apps.ts";
import { runOptions } from "./run-options.ts";
import { wirePat } from "./pat-deps.ts";
import { wireScope } from "./scope-deps.ts";

type Given = Pick<
  SetUpDeps,
  | "repository"
  | "purpose"
  | "appNames"
  | "commandGiven"
  | "port"
  | "approved"
  | "openLink"
  | "noBrowserReason"
>;

interface Wiring extends Given {
  readonly connection: Connection;
  /** Cached data of the control repository, shared by all steps of this run. */
  readonly memory?: ControlMemory;
  /**
   * Called with a line for each successful change on the forge. The same line can be reported more
   * than once.
   */
  readonly noteChange?: (change: string) => void;
}

export function wireSetUp({
  connection,
  memory: reported,
  noteChange,
  ...given
}: Wiring): SetUpDeps {
  const noting = notingTo(noteChange);
  const { profile, cli, send, client } = connection;
  const { repository, appNames } = given;
  const memory = reported ?? createControlMemory(client, repository);
  const ownerRepositories = cacheOwnerRepositories(client, repository.owner, memory);
  const names = findNames(client, memory);
  const pat = wirePat(connection, { repository, memory });
  const forgetRecords = () => {
    memory.variables.forget();
    memory.secrets.forget();
  };
  const controlFile = followSharedControl(connection, repository, memory.files);
  const scope = wireScope(connection, { repository, memory, ownerRepositories });
  return {
    ...given,
    ...scope,
    writeSettings: noting(scope.writeSettings, () => `committed ${settingsPath(profile.brand)}`),
    writeDecision: noting(scope.writeDecision, () => `committed ${decisionPath(profile.brand)}`),
    ...pat,
    ensureEnvironment: noting(pat.ensureEnvironment, ({ isNew }, name) =>
      isNew ? `created the environment ${name}` : undefined,
    ),
    checkStoredPat: noting(pat.checkStoredPat, () => triedStored),
    storePat: noting(
      pat.storePat,
      (_, environment) => `stored ${patSecret} in the environment ${environment}`,
    ),
    profile,
    checkReadiness: () =>
      checkReadiness(repository, wirePreflight(connection, { repository, appNames, memory })),
    findApp: names.findApp,
    findNameHolder: names.findHolder,
    visibilityOf: (slug) => readVisibility(connection.stranger, slug),
    listInstallations: memory.installations.fresh,
    repositoryIds: (fullNames) => readRepositoryIds(ownerRepositories, fullNames),
    openRegistration: (registration) =>
      openRegistration({
        ...registration,
        registrationLink: connection.signIn(registration.registrationLink),
      }),
    convertCode: noting(
      (code, { signal, appsLink }) => convertCode(code, { profile, send, pause, signal, appsLink }),
      ({ app }) => `created the App ${app.slug}`,
    ),
    appClient: (clientId, key) => {
      // A caller that has the key is waiting for the installation to be created or changed, so
      // cached data is not used.
      memory.installations.forget();
      return createAppClient({ profile, send, clientId, key });
    },
    storeCredential: noting(
      (credential, signal) =>
        storeCredential(credential, { cli, repository, pause, signal }).finally(forgetRecords),
      (_, { role }) => `stored ${recordNames(role)}`,
    ),
    readControlFile: async () => (await controlFile.read())?.text,
    writeControlFile: noting(
      (text: string) => controlFile.write(text, controlMessage),
      () => `committed ${controlFilePath(profile.brand)}`,
    ),
    ownPackage,
    findPublished: () => findPublished(ownPackage()),
    packOwn: () => packOwn(ownPackage()),
    commitPackage: noting(
      async (packed: PackedPackage) => commitPackage(await client(), repository, packed),
      ({ source }) => `committed ${source}`,
    ),
    dropCredential: noting(
      async (role) =>
        dropCredential(role, { client: await client(), repository }).finally(forgetRecords),
      (_, role) => `deleted ${recordNames(role)}`,
    ),
    runProof: noting(
      async (report: ReportRun, signal: AbortSignal) =>
        runProof(await runOptions(connection, { repository, report, signal, memory })),
      () => triedStored,
    ),
    savePage,
    removePage,
    readKeyFile,
    keychain: openKeychain(),
  };
}

/** Creates the dependencies for checking the requirements of a setup. */
export function wirePreflight(
  { profile, cli, speakAs }: Connection,
  {
    memory,
    ...given
  }: Pick<SetUpDeps, "repository" | "appNames"> & { readonly memory: ControlMemory },
): PreflightDeps {
  const paths = [settingsPath, decisionPath, controlFilePath].map((path) => path(profile.brand));
  const readSnapshot = () => memory.read(describeSetUpChoice({ ...given, paths }));
  return { profile, cli, clientOf: speakAs, readSnapshot };
}

const triedStored = "tested the stored credentials in a run";

function recordNames(role: AppRole): string {
  const { variable, secret } = appRecords[role];
  return `${variable} and ${secret}`;
}

/**
 * Returns a wrapper for actions on the forge: a wrapped action reports its change after it
 * succeeds.
 */
function notingTo(note: (change: string) => void = () => undefined) {
  return <Given extends readonly unknown[], Result>(
      effect: (...given: Given) => Promise<Result>,
      describe: (result: Result, ...given: Given) => string | undefined,
    ) =>
    async (...given: Given): Promise<Result> => {
      const result = await effect(...given);
      const change = describe(result, ...given);
      if (change !== undefined) note(change);
      return result;
    };
}
