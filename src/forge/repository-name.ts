import { InvalidInput } from "../shared/errors.ts";
import { ownCommandLine } from "../shared/own-command.ts";
import { accountPattern } from "./login.ts";

/** The owner and the name in a repository's full name. */
export interface RepositoryName {
  readonly owner: string;
  readonly name: string;
  /** `owner/name` */
  readonly full: string;
}

const pattern = new RegExp(String.raw`^(${accountPattern})/([\w.-]{1,100})$`);

export function parseRepositoryName(text: string): RepositoryName | undefined {
  const [full, owner, name] = pattern.exec(text.trim()) ?? [];
  if (full === undefined || owner === undefined || name === undefined) return undefined;
  return name === "." || name === ".." ? undefined : { owner, name, full };
}

/** Removes duplicate names. Ignores case, as GitHub does, and keeps the first spelling. */
export function uniqueNames(fullNames: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const name of fullNames) {
    const key = name.toLowerCase();
    if (!first.has(key)) first.set(key, name);
  }
  return [...first.values()];
}

/**
 * @param origin command words before the name, such as `["status", "--repo"]`, or text to show
 *   before the name
 * @throws InvalidInput with an example
 */
export function requireRepositoryName(
  text: string,
  origin: string | readonly string[],
): RepositoryName {
  const repository = parseRepositoryName(text);
  if (repository) return repository;
  const start = typeof origin === "string" ? origin : ownCommandLine(...origin);
  throw new InvalidInput(`"${text}" is not a valid repository name.`, [
    { text: "Use the form owner/name", command: `${start} acme/control` },
  ]);
}
