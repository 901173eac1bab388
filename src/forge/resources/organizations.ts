import * as v from "valibot";
import type { ForgeClient } from "../client.ts";
import { find } from "../read.ts";
import { integer, readShape } from "../read-shape.ts";

/**
 * Response statuses for an account that is not a member, or a login that cannot see the membership.
 * In both cases, the account does not count as an owner.
 */
const absent = [403, 404];

/**
 * Returns whether the current account is an owner of the organization.
 * @see GET /user/memberships/orgs/{org}
 */
export async function isOrganizationOwner(
  client: ForgeClient,
  organization: string,
): Promise<boolean> {
  const path = `/user/memberships/orgs/${organization}`;
  const membership = await find(client, path, membershipShape, { absent });
  return membership?.role === "admin" && membership.state === "active";
}

/**
 * Returns an account's role in an organization, such as "admin" or "member"; "invited" if the
 * account has not accepted an invitation, "none" if it is not a member, and undefined if the
 * current account cannot see the membership.
 * @see GET /orgs/{org}/memberships/{username}
 */
export async function findOrganizationRole(
  client: ForgeClient,
  organization: string,
  login: string,
): Promise<string | undefined> {
  const path = `/orgs/${organization}/memberships/${encodeURIComponent(login)}`;
  const { status, body, title } = await client.request("GET", path, { accept: absent });
  if (status === 403) return undefined;
  if (status === 404) {
    // Only members can see who is a member, so a 404 for another account proves nothing.
    const own = await find(client, `/user/memberships/orgs/${organization}`, membershipShape, {
      absent,
    });
    return own?.state === "active" ? "none" : undefined;
  }
  const { role, state } = readShape(membershipShape, body, title);
  return state === "active" ? role : "invited";
}

const membershipShape = v.object({ role: v.string(), state: v.string() });

/**
 * GitHub's response about an organization's inference billing. A rejected request is not an error,
 * but it does not prove anything about billing.
 */
export type BillingAnswer =
  | { readonly kind: "reported"; readonly seats: number; readonly setting: string }
  /** Status 200, but the response lacks the number of seats or the setting. */
  | { readonly kind: "misshapen" }
  /** Any other status. */
  | { readonly kind: "unreported"; readonly status: number };

/** @see facts/forge.md, section 10: owners only, and every field may be missing */
export async function askBilling(
  client: ForgeClient,
  organization: string,
): Promise<BillingAnswer> {
  const path = client.profile.brand.billingPath(organization);
  const { status, body } = await client.request("GET", path, { accept: [401, 403, 404, 422] });
  if (status !== 200) return { kind: "unreported", status };
  const reading = v.safeParse(billingShape, body);
  return reading.success ? reading.output : { kind: "misshapen" };
}

const billingShape = v.pipe(
  v.object({
    seat_breakdown: v.object({ total: integer }),
    seat_management_setting: v.string(),
  }),
  v.transform(({ seat_breakdown: { total: seats }, seat_management_setting: setting }) => {
    return { kind: "reported" as const, seats, setting };
  }),
);
