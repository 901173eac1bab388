import { InvalidInput } from "../shared/errors.ts";
import { ownCommandLine } from "../shared/own-command.ts";

/** A repository's full name, taken apart. */
export interface RepositoryName {
  readonly owner: string;
  readonly name: string;
  /** `owner/name` */
  readonly full: string;
}

const pattern = /^([A-Za-z\d](?:[A-Za-z\d-]{0,38}))\/([\w.-]{1,100})$/;

export function parseRepositoryName(text: string): RepositoryName | undefined {
  const [full, owner, name] = pattern.exec(text.trim()) ?? [];
  if (full === undefined || owner === undefined || name === undefined) return undefined;
  return name === "." || name === ".." ? undefined : { owner, name, full };
}

/** Each full name once, in the case in which it comes first: the forge does not tell cases apart. */
export function uniqueNames(fullNames: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const name of fullNames) {
    const key = name.toLowerCase();
    if (!first.has(key)) first.set(key, name);
  }
  return [...first.values()];
}

/**
 * @param origin the words of our command up to the name, such as `["status", "--repo"]`, or what else the name came from
 * @throws InvalidInput that shows how to write it there
 */
export function requireRepositoryName(
  text: string,
  origin: string | readonly string[],
): RepositoryName {
  const repository = parseRepositoryName(text);
  if (repository) return repository;
  const start = typeof origin === "string" ? origin : ownCommandLine(...origin);
  throw new InvalidInput(`"${text}" is not a repository's full name.`, [
    { say: "Write it as owner/name", command: `${start} acme/control` },
  ]);
}
