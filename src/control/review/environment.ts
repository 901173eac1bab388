import type { RepositoryName } from "../../forge/repository-name.ts";
import type { RestClient } from "../../forge/client.ts";
import type { EnvironmentFacts } from "./facts.ts";

interface Rules {
  readonly protection_rules?: readonly { readonly type: string }[];
}

/** @see GET /repos/{owner}/{repo}/environments/{environment_name} */
export async function readEnvironment(
  rest: RestClient,
  repository: RepositoryName,
  name: string,
): Promise<EnvironmentFacts> {
  const { status, body } = await rest.request("GET", pathOf(repository, name), { accept: [404] });
  if (status === 404) return { exists: false, protections: [] };
  const { protection_rules: rules = [] } = body as Rules;
  return { exists: true, protections: rules.map(({ type }) => type.replaceAll("_", " ")) };
}

/** Names of secrets, with when each was stored. An environment that is not there has none. */
export async function readEnvironmentSecrets(
  rest: RestClient,
  repository: RepositoryName,
  name: string,
): Promise<Map<string, string>> {
  const path = `${pathOf(repository, name)}/secrets?per_page=100`;
  const { status, body } = await rest.request("GET", path, { accept: [404] });
  if (status === 404) return new Map();
  const { secrets } = body as { secrets: { name: string; updated_at: string }[] };
  return new Map(secrets.map((secret) => [secret.name, secret.updated_at]));
}

function pathOf({ full }: RepositoryName, name: string): string {
  return `/repos/${full}/environments/${encodeURIComponent(name)}`;
}
