import type { PatDeps, TokenFacts } from "../../flows/pat/pat-deps.ts";
import { readTokenExpiry } from "../credentials/pat/expiry.ts";
import { patSecret } from "../credentials/records.ts";
import { findBeyond } from "../credentials/pat/find-beyond.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { createRestClient } from "../forge/client.ts";
import { InvalidInput } from "../shared/errors.ts";
import type { Secret } from "../shared/secret.ts";
import type { Connection } from "./connect.ts";
import { ensureEnvironment } from "../control/setup/ensure-environment.ts";
import { listHiddenRepositories } from "../forge/resources/list-hidden-repositories.ts";

/** Gives the PAT its hands: the token is asked about itself, and stored in the protected environment. */
export function wirePat(
  connection: Connection,
  repository: RepositoryName,
): Pick<PatDeps, "inspectToken" | "ensureEnvironment" | "hasPat" | "storePat"> {
  const { cli, rest } = connection;
  const pathOf = (name: string) =>
    `/repos/${repository.full}/environments/${encodeURIComponent(name)}`;
  return {
    inspectToken: (token, repositories) => inspectToken(connection, token, repositories),
    ensureEnvironment: async (name) => ensureEnvironment(await rest(), repository, pathOf(name)),
    hasPat: async (name) => {
      const path = `${pathOf(name)}/secrets/${patSecret}`;
      return (await (await rest()).request("GET", path, { accept: [404] })).status === 200;
    },
    storePat: (environment, token) =>
      cli.setSecret({ repository, name: patSecret, environment }, token),
  };
}

async function inspectToken(
  connection: Connection,
  token: Secret,
  repositories: readonly string[],
): Promise<TokenFacts> {
  const { profile, fetch } = connection;
  const client = createRestClient({ profile, fetch, token });
  const { status, headers, body } = await client.request("GET", "/user", { accept: [401] });
  if (status === 401) throw refusedToken();
  const header = headers.get(profile.brand.tokenExpiryHeader) ?? undefined;
  const reached = await Promise.all(
    repositories.map((name) => client.request("GET", `/repos/${name}`, { accept: [403, 404] })),
  );
  return {
    login: (body as { login: string }).login,
    expiry: readTokenExpiry(header),
    outOfReach: repositories.filter((_, index) => reached[index]?.status !== 200),
    beyond: findBeyond(await listHiddenRepositories(connection, token), repositories),
  };
}

function refusedToken(): InvalidInput {
  return new InvalidInput("The forge does not take this token: it expired, or was revoked.", [
    { say: "Copy it once more, in one piece; or create another token" },
  ]);
}
