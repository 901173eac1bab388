import type { SetUpDeps } from "../../flows/setup/set-up-deps.ts";
import { runProof } from "../control/proof/run-proof.ts";
import { dropCredential } from "../control/setup/drop-credential.ts";
import { convertCode } from "../control/setup/convert-code.ts";
import { openRegistration } from "../control/setup/loopback.ts";
import { findNameHolder } from "../control/setup/name-holder.ts";
import { checkReadiness } from "../control/setup/preflight.ts";
import { readRepositoryIds } from "../control/setup/repository-ids.ts";
import { removePage, savePage } from "../control/setup/save-page.ts";
import { storeCredential } from "../control/setup/store-credential.ts";
import {
  controlMessage,
  followSharedControl,
} from "../control/shared-control/control-repository.ts";
import { createAppClient } from "../credentials/apps/app-client.ts";
import { readKeyFile } from "../credentials/apps/read-key-file.ts";
import { openKeychain } from "../credentials/keychain/keychain.ts";
import type { Connection } from "../forge/connection.ts";
import { pause } from "../forge/pause.ts";
import { findApp, readVisibility } from "../forge/resources/apps.ts";
import { listInstallations } from "../forge/resources/installations.ts";
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
  | "noBrowserBecause"
>;

/** Gives the setup flow its hands. */
export function wireSetUp({ connection, ...given }: Given & { connection: Connection }): SetUpDeps {
  const { profile, cli, fetch, client } = connection;
  const { repository } = given;
  const controlFile = followSharedControl(connection, repository);
  return {
    ...given,
    ...wireScope(connection, repository),
    ...wirePat(connection, repository),
    profile,
    checkReadiness: () =>
      checkReadiness(repository, { profile, cli, clientOf: connection.speakAs }),
    findApp: async (slug) => findApp(await client(), slug),
    findNameHolder: async (name) => findNameHolder(await client(), name),
    visibilityOf: (slug) => readVisibility(connection.stranger, slug),
    listInstallations: async () => listInstallations(await client(), repository.owner),
    repositoryIds: async (fullNames) => readRepositoryIds(await client(), fullNames),
    openRegistration: (registration) =>
      openRegistration({
        ...registration,
        registrationLink: connection.signIn(registration.registrationLink),
      }),
    convertCode: (code, { signal, appsLink }) =>
      convertCode(code, { profile, fetch, pause, signal, appsLink }),
    appClient: (clientId, key) => createAppClient({ profile, fetch, clientId, key }),
    storeCredential: (credential, signal) =>
      storeCredential(credential, { cli, repository, pause, signal }),
    readControlFile: async () => (await controlFile.read())?.text,
    writeControlFile: (text) => controlFile.write(text, controlMessage),
    dropCredential: async (role) => dropCredential(role, { client: await client(), repository }),
    runProof: async (say, signal) =>
      runProof(await runOptions(connection, { repository, say, signal })),
    savePage,
    removePage,
    readKeyFile,
    keychain: openKeychain(),
  };
}
