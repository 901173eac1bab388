import { InvalidInput } from "../shared/errors.ts";
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

/** A name that hints use as an example. */
export const exampleName = "acme/control";

/**
 * @param command what the user can type instead, with `exampleName`
 * @throws InvalidInput with the command
 */
export function requireRepositoryName(text: string, command: string): RepositoryName {
  const repository = parseRepositoryName(text);
  if (repository) return repository;
  throw new InvalidInput(`"${text}" is not a valid repository name.`, [
    { text: "Use the form owner/name", command },
  ]);
}
