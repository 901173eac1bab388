import type { PatDeps } from "../../flows/pat/pat-deps.ts";
import type { ControlMemory } from "../plane/repository/repository-cache.ts";
import { checkStoredPat } from "../plane/proof/check-stored-pat.ts";
import { ensureEnvironment } from "../plane/setup/ensure-environment.ts";
import { findPatDate } from "../plane/setup/pat-date.ts";
import { inspectToken } from "../credentials/pat/inspect-token.ts";
import { patSecret } from "../credentials/records.ts";
import type { Connection } from "../forge/connection.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { runOptions } from "./run-options.ts";

/** Creates the dependencies that inspect a PAT and store it in the protected environment. */
export function wirePat(
  { cli, client, profile, send }: Connection,
  { repository, memory }: { readonly repository: RepositoryName; readonly memory: ControlMemory },
): Pick<PatDeps, "inspectToken" | "ensureEnvironment" | "patDate" | "checkStoredPat" | "storePat"> {
  return {
    inspectToken: (token, repositories) => inspectToken({ profile, send }, token, repositories),
    ensureEnvironment: async (environment) =>
      ensureEnvironment(await client(), { repository, environment }).finally(
        memory.forgetEnvironments,
      ),
    patDate: async (environment) =>
      findPatDate({ client: await client(), repository }, environment),
    checkStoredPat: async (environment, report, signal) =>
      checkStoredPat(
        await runOptions({ client }, { repository, report, signal, memory }),
        environment,
      ),
    storePat: (environment, token) =>
      cli.setSecret({ repository, name: patSecret, environment }, token),
  };
}
