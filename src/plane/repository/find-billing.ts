import type { ForgeClient } from "../../forge/client.ts";
import { askBilling } from "../../forge/resources/organizations.ts";
import type { BillingAnswer } from "../../forge/resources/organizations.ts";
import { UserError } from "../../shared/errors.ts";

/**
 * Reads the billing for agent inference. Returns undefined if the request failed, because a failure
 * does not show whether billing is set up.
 */
export async function findBilling(
  client: ForgeClient,
  organization: string,
): Promise<BillingAnswer | undefined> {
  try {
    return await askBilling(client, organization);
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
