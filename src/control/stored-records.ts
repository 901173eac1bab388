import type { AppRole } from "../credentials/apps/ceilings.ts";
import { appRecords } from "../credentials/records.ts";
import { ForgeUnreachable } from "../forge/forge-errors.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import type { RestClient } from "../forge/client.ts";

/** The names of a repository's secrets, and its variables with their values. */
export interface StoredRecords {
  readonly variables: ReadonlyMap<string, string>;
  readonly secrets: ReadonlySet<string>;
  /** When each secret was last stored, as the forge says it: all that shows that a value was replaced. */
  readonly secretDates: ReadonlyMap<string, string>;
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
    readPages<{ name: string; updated_at: string }>(rest, `${actions}/secrets`, "secrets", 100),
  ]);
  return {
    variables: new Map(variables.map((variable) => [variable.name, variable.value])),
    secrets: new Set(secrets.map((secret) => secret.name)),
    secretDates: new Map(secrets.map((secret) => [secret.name, secret.updated_at])),
  };
}

export function halvesOf(
  records: Pick<StoredRecords, "variables" | "secrets">,
  role: AppRole,
): AppRecordHalves {
  const { variable, secret } = appRecords[role];
  return { clientId: records.variables.get(variable), hasKey: records.secrets.has(secret) };
}

/** When an App's key was last stored. */
export function keyDateOf(records: StoredRecords, role: AppRole): string | undefined {
  return records.secretDates.get(appRecords[role].secret);
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
    const entries = ((body ?? {}) as Record<string, T[] | undefined>)[field];
    if (!Array.isArray(entries) || !entries.every(isObject)) throw misshapen(field);
    found.push(...entries);
    if (entries.length < pageSize) return found;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

/** An answer that is no list is not an empty one. */
function misshapen(field: string): ForgeUnreachable {
  return new ForgeUnreachable({ request: "in a form we know", because: `no list of ${field}` });
}
