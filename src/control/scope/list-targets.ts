import type { ForgeClient } from "../../forge/client.ts";
import type { Listing } from "../../forge/listing.ts";
import { listOwnedBy } from "../../forge/resources/repositories.ts";
import { Cancelled, UserError } from "../../shared/errors.ts";

/** Repositories of an owner to choose targets from. Best effort: what is not listed, the operator types. */
export async function listTargets(
  client: ForgeClient,
  owner: string,
  signal?: AbortSignal,
): Promise<Listing<string>> {
  try {
    return await listOwnedBy(client, owner, signal);
  } catch (error) {
    if (error instanceof UserError && !(error instanceof Cancelled))
      return { entries: [], cutShort: error.message.replace(/\.$/, "") };
    throw error;
  }
}
