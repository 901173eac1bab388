import type { AppRole } from "../credentials/ceilings.ts";
import { appRecords } from "../credentials/records.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import type { RestClient } from "../forge/rest.ts";

/** The names of a repository's secrets, and its variables with their values. */
export interface StoredRecords {
  readonly variables: ReadonlyMap<string, string>;
  readonly secrets: ReadonlySet<string>;
}

/** The two halves of an App's record, as far as the forge shows them: a secret's value is never shown. */
export interface AppRecordHalves {
  readonly clientId: string | undefined;
  readonly hasKey: boolean;
}

/** @see GET /repos/{owner}/{repo}/actions/variables (30 a page) and …/secrets (100 a page) */
export async function readStoredRecords(
  rest: RestClient,
  { owner, name }: RepositoryName,
): Promise<StoredRecords> {
  const actions = `/repos/${owner}/${name}/actions`;
  const [variables, secrets] = await Promise.all([
    readPages<{ name: string; value: string }>(rest, `${actions}/variables`, "variables", 30),
    readPages<{ name: string }>(rest, `${actions}/secrets`, "secrets", 100),
  ]);
  return {
    variables: new Map(variables.map((variable) => [variable.name, variable.value])),
    secrets: new Set(secrets.map((secret) => secret.name)),
  };
}

export function halvesOf(records: StoredRecords, role: AppRole): AppRecordHalves {
  const { variable, secret } = appRecords[role];
  return { clientId: records.variables.get(variable), hasKey: records.secrets.has(secret) };
}

/** Reads a list that the forge hands out in pages. */
export async function readPages<T>(
  rest: RestClient,
  path: string,
  field: string,
  pageSize: number,
): Promise<T[]> {
  const found: T[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await rest.request("GET", `${path}?per_page=${pageSize}&page=${page}`);
    const entries = (body as Record<string, T[] | undefined>)[field] ?? [];
    found.push(...entries);
    if (entries.length < pageSize) return found;
  }
}
