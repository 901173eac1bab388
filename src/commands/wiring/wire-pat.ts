import type { EnvironmentState, PatDeps, TokenFacts } from "../../../flows/pat/pat-deps.ts";
import { readTokenExpiry } from "../../credentials/pat-expiry.ts";
import { patSecret } from "../../credentials/records.ts";
import { findBeyond } from "../../control/rotation-reach.ts";
import type { RepositoryName } from "../../forge/repository-name.ts";
import { createRestClient } from "../../forge/rest.ts";
import { InvalidInput } from "../../shared/errors.ts";
import type { Secret } from "../../shared/secret.ts";
import type { Connection } from "./connect.ts";
import { listHiddenRepositories } from "./list-hidden-repositories.ts";

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
    ensureEnvironment: async (name) => ensureEnvironment(await rest(), pathOf(name)),
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

interface Environment {
  readonly protection_rules?: readonly { readonly type: string }[];
  readonly deployment_branch_policy?: { readonly protected_branches?: boolean } | null;
}

/** An environment that is there keeps its rules; a new one takes only protected branches. */
async function ensureEnvironment(
  client: Awaited<ReturnType<Connection["rest"]>>,
  path: string,
): Promise<EnvironmentState> {
  const found = await client.request("GET", path, { accept: [404] });
  if (found.status === 200) return { isNew: false, ...readProtection(found.body as Environment) };
  const policy = { protected_branches: true, custom_branch_policies: false };
  const made = await client.request("PUT", path, {
    body: { deployment_branch_policy: policy },
    // Branch rules on private repositories depend on the plan.
    accept: [422],
  });
  if (made.status !== 422) return { isNew: true, ...readProtection(made.body as Environment) };
  await client.request("PUT", path, { body: {} });
  const protection = "no protection: the plan has none for private repositories";
  return { isNew: true, isProtected: false, protection };
}

function readProtection({ protection_rules = [], deployment_branch_policy }: Environment) {
  const branches = deployment_branch_policy
    ? [
        deployment_branch_policy.protected_branches
          ? "protected branches only"
          : "chosen branches only",
      ]
    : [];
  const rules = protection_rules
    .map(({ type }) => type.replaceAll("_", " "))
    .filter((type) => type !== "branch policy");
  // A timer only delays whoever wants the token.
  const isProtected = branches.length > 0 || rules.includes("required reviewers");
  return { isProtected, protection: [...branches, ...rules].join(", ") || "no protection rules" };
}
