import { exampleName, requireRepositoryName } from "../forge/repository-name.ts";
import type { RepositoryName } from "../forge/repository-name.ts";
import { changeOption } from "../shared/change-option.ts";

/**
 * Parses the value of an option that names a repository.
 * @throws InvalidInput with the typed command and a valid example
 */
export function namedRepository(name: string, option = "--repo"): RepositoryName {
  return requireRepositoryName(name, changeOption(process.argv.slice(2), option, exampleName));
}
