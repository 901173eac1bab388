import type { ForgeClient } from "../../forge/client.ts";
import type { Listing } from "../../forge/listing.ts";
import { listOwnedBy } from "../../forge/resources/repositories.ts";
import { readRepositoryFacts } from "../../forge/resources/repository-facts.ts";
import type { RepositoryFacts } from "../../forge/resources/repository-facts.ts";
import type { ControlMemory } from "./repository-cache.ts";

type FactsByName = ReadonlyMap<string, RepositoryFacts>;

/**
 * Data about the owner's other repositories. The snapshot may already contain part of this data.
 */
export interface OwnerRepositories {
  /**
   * Lists the owner's repositories as suggestions for targets. Best effort: the operator can type
   * any other name.
   */
  readonly list: (signal?: AbortSignal) => Promise<Listing<string>>;
  /**
   * Returns facts about the given repositories, keyed by the given names. Omits repositories that
   * this account cannot see.
   */
  readonly factsOf: (fullNames: readonly string[]) => Promise<FactsByName>;
}

/** Creates a cache that requests only facts that are not yet known. */
export function cacheOwnerRepositories(
  client: () => Promise<ForgeClient>,
  owner: string,
  { seen, fresh }: Pick<ControlMemory, "seen" | "fresh">,
): OwnerRepositories {
  const known = new Map<string, RepositoryFacts>();
  const keep = (facts: FactsByName | undefined) => {
    for (const [name, each] of facts ?? []) known.set(name.toLowerCase(), each);
  };
  return {
    list: async (signal) => {
      const ownerRepositories = (await seen())?.ownerRepositories;
      return ownerRepositories
        ? { entries: [...ownerRepositories.keys()], cutShort: undefined }
        : listOwnedBy(await client(), owner, signal);
    },
    factsOf: async (fullNames) => {
      keep((await fresh())?.ownerRepositories);
      const unknown = fullNames.filter((name) => !known.has(name.toLowerCase()));
      if (unknown.length > 0) keep(await readRepositoryFacts(await client(), unknown));
      return new Map(
        fullNames.flatMap((name) => {
          const facts = known.get(name.toLowerCase());
          return facts ? [[name, facts] as const] : [];
        }),
      );
    },
  };
}
