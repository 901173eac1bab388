import * as v from "valibot";
import type { ForgeClient } from "../client.ts";
import { find } from "../read.ts";

/** Not a member, or a login that may not tell: then somebody else approves. */
const absent = [403, 404];

/** Whether whoever is signed in is an owner of the organization. @see GET /user/memberships/orgs/{org} */
export async function isOrganizationOwner(
  client: ForgeClient,
  organization: string,
): Promise<boolean> {
  const path = `/user/memberships/orgs/${organization}`;
  const membership = await find(client, path, membershipShape, { absent });
  return membership?.role === "admin" && membership.state === "active";
}

const membershipShape = v.object({ role: v.string(), state: v.string() });

/** The organization's plan, where the forge tells it. @see GET /orgs/{org} */
export async function findPlan(
  client: ForgeClient,
  organization: string,
): Promise<string | undefined> {
  const found = await find(client, `/orgs/${organization}`, planShape, { absent });
  return found?.plan?.name;
}

const planShape = v.object({
  plan: v.optional(v.object({ name: v.optional(v.string()) })),
});

/** The forge's answer about an organization's inference billing: a refusal is one, too, and proves nothing. */
export interface BillingAnswer {
  readonly status: number;
  readonly body?: unknown;
}

/** @see facts/forge.md, section 10: owners only, and every field may be missing */
export async function askBilling(
  client: ForgeClient,
  organization: string,
): Promise<BillingAnswer> {
  const path = client.profile.brand.billingPath(organization);
  const { status, body } = await client.request("GET", path, { accept: [401, 403, 404, 422] });
  return { status, body };
}
