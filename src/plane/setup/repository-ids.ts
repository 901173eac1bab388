import type { OwnerRepositories } from "../repository/owner-repositories.ts";
import { InvalidInput } from "../../shared/errors.ts";

/** The numeric ids of repositories, for the link that selects them. @throws InvalidInput naming one that is not there */
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
  return new InvalidInput(`There is no repository ${name}, or this login may not see it.`, [
    { say: "Check the name of the approved repository" },
  ]);
}
