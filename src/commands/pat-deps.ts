import type { PatDeps } from "../../flows/pat/pat-deps.ts";
import { ensureEnvironment } from "../control/setup/ensure-environment.ts";
import { hasPat } from "../control/setup/has-pat.ts";
import { inspectToken } from "../credentials/pat/inspect-token.ts";
import { patSecret } from "../credentials/records.ts";
import type { Connection } from "../forge/connection.ts";
import type { RepositoryName } from "../forge/repository-name.ts";

/** Gives the PAT its hands: the token is asked about itself, and stored in the protected environment. */
export function wirePat(
  { cli, client, profile, fetch }: Connection,
  repository: RepositoryName,
): Pick<PatDeps, "inspectToken" | "ensureEnvironment" | "hasPat" | "storePat"> {
  return {
    inspectToken: (token, repositories) => inspectToken({ profile, fetch }, token, repositories),
    ensureEnvironment: async (environment) =>
      ensureEnvironment(await client(), { repository, environment }),
    hasPat: async (environment) => hasPat({ client: await client(), repository }, environment),
    storePat: (environment, token) =>
      cli.setSecret({ repository, name: patSecret, environment }, token),
  };
}
