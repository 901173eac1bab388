import type { OwnerRepositories } from "../repository/owner-repositories.ts";
import { InvalidInput } from "../../shared/errors.ts";

/**
 * Reads the numeric repository IDs for the link that preselects the repositories.
 * @throws InvalidInput that names a repository that was not found
 */
export async function readRepositoryIds(
  { factsOf }: Pick<OwnerRepositories, "factsOf">,
  fullNames: readonly string[],
): Promise<number[]> {
  const facts = await factsOf(fullNames);
  return fullNames.map((name) => {
    const id = facts.get(name)?.id;
    if (id === undefined) throw unknownRepository(name);
    return id;
  });
}

function unknownRepository(name: string): InvalidInput {
  return new InvalidInput(`Repository ${name} not found, or this account cannot see it.`, [
    { text: "Check the repository name" },
  ]);
}
