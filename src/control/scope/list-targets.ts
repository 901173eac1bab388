import type { ForgeClient } from "../../forge/client.ts";
import { listOwnedBy } from "../../forge/resources/repositories.ts";
import { UserError } from "../../shared/errors.ts";

/** Repositories of an owner to choose targets from. Best effort: without a list the operator types the names. */
export async function listTargets(client: ForgeClient, owner: string): Promise<string[]> {
  try {
    return await listOwnedBy(client, owner);
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}
