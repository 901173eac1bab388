import type { SetUpDeps } from "../../flows/setup/set-up-deps.ts";
import { createAppClient } from "../credentials/apps/app-client.ts";
import { readApp } from "../forge/resources/apps.ts";
import { openKeychain } from "../credentials/keychain/keychain.ts";
import { readRepositoryFacts } from "../forge/resources/repository-facts.ts";
import { runVerification } from "../control/proof/run-proof.ts";
import { createRestClient } from "../forge/client.ts";
import { pause } from "../forge/pause.ts";
import { convertCode } from "../control/setup/convert-code.ts";
import { openRegistration } from "../control/setup/loopback.ts";
import { checkReadiness } from "../control/setup/preflight.ts";
import { storeCredential } from "../control/setup/store-credential.ts";
import { InvalidInput } from "../shared/errors.ts";
import type { Connection } from "./connect.ts";
import { listInstallations } from "../forge/resources/list-installations.ts";
import { readKeyFile } from "../credentials/apps/read-key-file.ts";
import { removePage, savePage } from "../control/setup/save-page.ts";
import { wirePat } from "./pat-deps.ts";
import { wireScope } from "./scope-deps.ts";

type Given = Pick<
  SetUpDeps,
  "repository" | "appNames" | "port" | "approved" | "openLink" | "noBrowserBecause"
>;

/** Gives the setup flow its hands. */
export function wireSetUp({ connection, ...given }: Given & { connection: Connection }): SetUpDeps {
  const { profile, cli, fetch, rest } = connection;
  const { repository } = given;
  return {
    ...given,
    ...wireScope(connection, repository),
    ...wirePat(connection, repository),
    profile,
    now: () => new Date(),
    pause,
    checkReadiness: () =>
      checkReadiness(repository, {
        profile,
        cli,
        rest: ({ token }) => createRestClient({ profile, fetch, token }),
      }),
    findApp: async (slug) => {
      const client = await rest();
      const { status, body } = await client.request("GET", `/apps/${slug}`, { accept: [403, 404] });
      if (status !== 200) return undefined;
      const { clientId, slug: found, owner } = readApp(body);
      return { clientId, slug: found, owner };
    },
    listInstallations: async () => listInstallations(connection, repository.owner),
    repositoryIds: async (fullNames) => {
      const facts = await readRepositoryFacts(await rest(), profile, fullNames);
      return fullNames.map((name) => {
        const id = facts.get(name)?.id;
        if (id === undefined) throw unknownRepository(name);
        return id;
      });
    },
    openRegistration,
    convertCode: (code, { signal, appsLink }) =>
      convertCode(code, { profile, fetch, signal, appsLink }),
    appClient: (clientId, key) => createAppClient({ profile, fetch, clientId, key }),
    storeCredential: (credential, signal) =>
      storeCredential(credential, { cli, repository, signal }),
    runVerification: async (say, signal) =>
      runVerification({ profile, rest: await rest(), repository, signal, say }),
    savePage,
    removePage,
    readKeyFile,
    keychain: openKeychain(),
  };
}

function unknownRepository(name: string): InvalidInput {
  return new InvalidInput(`There is no repository ${name}, or this login may not see it.`, [
    { say: "Check the name of the approved repository" },
  ]);
}
