import type { SetUpDeps } from "../../flows/setup/set-up-deps.ts";
import { createControlMemory } from "../control/control-memory.ts";
import type { ControlMemory } from "../control/control-memory.ts";
import { decisionPath, settingsPath } from "../control/scope/control-files.ts";
import { rememberNeighbours } from "../control/neighbours.ts";
import { runProof } from "../control/proof/run-proof.ts";
import { dropCredential } from "../control/setup/drop-credential.ts";
import { convertCode } from "../control/setup/convert-code.ts";
import { openRegistration } from "../control/setup/loopback.ts";
import { lookUpNames } from "../control/setup/app-names-seen.ts";
import { checkReadiness } from "../control/setup/preflight.ts";
import { wishToSetUp } from "../control/setup/wish-to-set-up.ts";
import { readRepositoryIds } from "../control/setup/repository-ids.ts";
import { removePage, savePage } from "../control/setup/save-page.ts";
import { storeCredential } from "../control/setup/store-credential.ts";
import {
  controlMessage,
  followSharedControl,
} from "../control/shared-control/control-repository.ts";
import { controlFilePath } from "../control/shared-control/control-file.ts";
import { createAppClient } from "../credentials/apps/app-client.ts";
import { readKeyFile } from "../credentials/apps/read-key-file.ts";
import { openKeychain } from "../credentials/keychain/keychain.ts";
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
  | "noBrowserBecause"
>;

interface Wiring extends Given {
  readonly connection: Connection;
  /** What this run has read already, and what another part of it may go on with. */
  readonly memory?: ControlMemory;
}

/** Gives the setup flow its hands. */
export function wireSetUp({ connection, memory: told, ...given }: Wiring): SetUpDeps {
  const { profile, cli, send, client } = connection;
  const { repository, appNames } = given;
  const memory = told ?? createControlMemory(client, repository);
  const neighbours = rememberNeighbours(client, repository.owner, memory);
  const paths = [settingsPath, decisionPath, controlFilePath].map((path) => path(profile.brand));
  const names = lookUpNames(client, memory);
  const pat = wirePat(connection, { repository, memory });
  const forgetRecords = () => {
    memory.variables.forget();
    memory.secrets.forget();
  };
  const controlFile = followSharedControl(connection, repository, memory.files);
  return {
    ...given,
    ...wireScope(connection, { repository, memory, neighbours }),
    ...pat,
    profile,
    checkReadiness: () =>
      checkReadiness(repository, {
        profile,
        cli,
        clientOf: connection.speakAs,
        look: () => memory.look(wishToSetUp({ repository, appNames, paths })),
      }),
    findApp: names.findApp,
    findNameHolder: names.findHolder,
    visibilityOf: (slug) => readVisibility(connection.stranger, slug),
    listInstallations: memory.installations.anew,
    repositoryIds: (fullNames) => readRepositoryIds(neighbours, fullNames),
    openRegistration: (registration) =>
      openRegistration({
        ...registration,
        registrationLink: connection.signIn(registration.registrationLink),
      }),
    convertCode: (code, { signal, appsLink }) =>
      convertCode(code, { profile, send, pause, signal, appsLink }),
    appClient: (clientId, key) => {
      // Whoever has the key waits for an installation, or for its change.
      memory.installations.forget();
      return createAppClient({ profile, send, clientId, key });
    },
    storeCredential: (credential, signal) =>
      storeCredential(credential, { cli, repository, pause, signal }).finally(forgetRecords),
    readControlFile: async () => (await controlFile.read())?.text,
    writeControlFile: (text) => controlFile.write(text, controlMessage),
    dropCredential: async (role) =>
      dropCredential(role, { client: await client(), repository }).finally(forgetRecords),
    runProof: async (say, signal) =>
      runProof(await runOptions(connection, { repository, say, signal, memory })),
    savePage,
    removePage,
    readKeyFile,
    keychain: openKeychain(),
  };
}
