import type { SetUpDeps } from "../../../flows/setup/set-up-deps.ts";
import { createAppClient } from "../../credentials/app-client.ts";
import { readApp } from "../../credentials/app-shapes.ts";
import { openKeychain } from "../../credentials/keychain.ts";
import { readRepositoryFacts } from "../../control/repository-facts.ts";
import { runVerification } from "../../control/run-verification.ts";
import { createRestClient } from "../../forge/rest.ts";
import { convertCode } from "../../setup/convert-code.ts";
import { openRegistration } from "../../setup/loopback.ts";
import { checkReadiness } from "../../setup/preflight.ts";
import { storeCredential } from "../../setup/store-credential.ts";
import { InvalidInput } from "../../shared/errors.ts";
import type { Connection } from "./connect.ts";
import { listInstallations } from "./list-installations.ts";
import { readKeyFile } from "./read-key-file.ts";
import { removePage, savePage } from "./save-page.ts";
import { wirePat } from "./wire-pat.ts";
import { wireScope } from "./wire-scope.ts";

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
