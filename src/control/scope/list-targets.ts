import type { ForgeClient } from "../../forge/client.ts";
import type { Listing } from "../../forge/listing.ts";
import { listOwnedBy } from "../../forge/resources/repositories.ts";

/** Repositories of an owner to choose targets from. Best effort: what is not listed, the operator types. */
export function listTargets(
  client: ForgeClient,
  owner: string,
  signal?: AbortSignal,
): Promise<Listing<string>> {
  return listOwnedBy(client, owner, signal);
}
