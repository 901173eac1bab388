import { readLogin, type Login } from "./login.ts";
import { readRepository } from "./read-arguments.ts";
import { requestJson } from "./send-request.ts";

/** Options that select a location for variables or secrets. */
export const shelfOptions = {
  repo: { type: "string", short: "R" },
  env: { type: "string", short: "e" },
} as const;

/** A location for variables or secrets: a repository or one of its environments. */
export interface Shelf {
  readonly login: Login;
  /** API path of the variables or secrets. */
  readonly path: string;
  /** Display name: `acme/control`, or `environment prod on acme/control`. */
  readonly label: string;
}

export async function openShelf(
  kind: "secrets" | "variables",
  options: { repo?: string | undefined; env?: string | undefined },
  env: NodeJS.ProcessEnv,
): Promise<Shelf> {
  const repository = readRepository(options.repo);
  const login = await readLogin(env, repository.host);
  if (options.env === undefined) {
    const path = `${repository.path}/actions/${kind}`;
    return { login, path, label: repository.fullName };
  }
  return {
    login,
    path: `${repository.path}/environments/${encodeURIComponent(options.env)}/${kind}`,
    label: `environment ${options.env} on ${repository.fullName}`,
  };
}

export async function readListing<T>(shelf: Shelf, key: string): Promise<T[]> {
  const found: T[] = [];
  for (let page = 1; ; page += 1) {
    const path = `${shelf.path}?per_page=100&page=${page}`;
    const json = await requestJson(shelf.login, { method: "GET", path });
    const items = (json as Record<string, T[] | undefined>)[key] ?? [];
    found.push(...items);
    if (items.length < 100) return found;
  }
}

/** Formats rows as JSON for `--json FIELDS`, otherwise separated by tabs. */
export function formatRows(rows: readonly Record<string, string>[], fields?: string): string {
  if (fields === undefined) {
    return rows.map((row) => `${Object.values(row).join("\t")}\n`).join("");
  }
  const names = fields.split(",");
  const picked = rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));
  return `${JSON.stringify(picked)}\n`;
}
