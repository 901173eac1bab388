import type { ForgeClient } from "../../forge/client.ts";
import type { Listing } from "../../forge/listing.ts";
import { listOwnedBy } from "../../forge/resources/repositories.ts";
import { readRepositoryFacts } from "../../forge/resources/repository-facts.ts";
import type { RepositoryFacts } from "../../forge/resources/repository-facts.ts";
import type { ControlMemory } from "./repository-cache.ts";

type FactsByName = ReadonlyMap<string, RepositoryFacts>;

/** The repositories beside the control repository, of which the look has told some already. */
export interface OwnerRepositories {
  /** Of the owner, to choose targets from. Best effort: what is not listed, the operator types. */
  readonly list: (signal?: AbortSignal) => Promise<Listing<string>>;
  /** By their names as given; one that the login may not see is left out. */
  readonly factsOf: (fullNames: readonly string[]) => Promise<FactsByName>;
}

/** Asks only for what is not known. */
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
