import { canSee } from "../auth/access.ts";
import { notAccessible } from "../auth/caller.ts";
import {
  appliesToOrganization,
  forOrganizationOwner,
  forUser,
  type UserCall,
} from "../auth/doors.ts";
import { notFound, ok, Refusal } from "../http/reply.ts";
import { param, type Call } from "../http/call.ts";
import { page } from "../http/paging.ts";
import { get, type Route } from "../http/routes.ts";
import { installationShape } from "../shapes/app.ts";
import { fullOrganization, membership, simpleOrganization } from "../shapes/organization.ts";
import { minimalRepository } from "../shapes/repository.ts";
import { teamShape } from "../shapes/team.ts";
import {
  findAccount,
  findOrganization,
  owns,
  repositoriesOf,
  roleInOrganization,
  sameName,
} from "../state/find.ts";
import type { Account } from "../state/world.ts";
import { wire } from "../wire.ts";

export const organizationRoutes: Route[] = [
  get("/orgs/:org", showOrganization),
  get("/orgs/:org/repos", listRepositories),
  get("/orgs/:org/teams/:team", forUser(showTeam)),
  get("/orgs/:org/memberships/:username", forUser(showMembership)),
  get(
    "/orgs/:org/installations",
    forOrganizationOwner(
      {
        scopes: (call) => [call.forge.world.switches.organizationInstallationsScope],
        permission: "organization_administration",
      },
      listInstallations,
    ),
  ),
  get(
    `/orgs/:org/${wire.billingPath}`,
    forOrganizationOwner(
      { scopes: () => [wire.billingScope, "read:org"], permission: wire.billingPermission },
      showBilling,
    ),
  ),
];

function organizationOf(call: Call): Account {
  const found = findOrganization(call.forge.world, param(call, "org"));
  if (!found) throw notFound();
  return found;
}

function showOrganization(call: Call) {
  const { caller, forge, urls } = call;
  const organization = organizationOf(call);
  const showPlan = "user" in caller && owns(forge.world, caller.user.login, organization.login);
  return ok(fullOrganization(urls, forge.world, { organization, showPlan }));
}

function listRepositories(call: Call) {
  const { caller, forge, urls } = call;
  const seen = repositoriesOf(forge.world, organizationOf(call).login).filter((repository) =>
    canSee(forge.world, caller, repository),
  );
  return page(call, seen, (shown) =>
    shown.map((repository) => minimalRepository(urls, forge.world, repository)),
  );
}

/** Shows a user's membership to members of the organization. */
function showMembership(call: UserCall) {
  const { forge, urls, caller } = call;
  const organization = organizationOf(call);
  if (caller.kind === "fine-grained" && !appliesToOrganization(caller, organization, "members")) {
    throw new Refusal(403, notAccessible(caller));
  }
  if (!roleInOrganization(forge.world, caller.user.login, organization.login)) {
    throw new Refusal(403, `You must be a member of ${organization.login} to see memberships.`);
  }
  const user = findAccount(forge.world, param(call, "username"));
  const shape = user && membership(urls, forge.world, { organization, user });
  if (!shape) throw notFound();
  return ok(shape);
}

/** Shows a team to members of its organization. */
function showTeam(call: UserCall) {
  const { forge, urls, caller } = call;
  const organization = organizationOf(call);
  const team = (forge.world.teams ?? []).find(
    (each) =>
      sameName(each.organization, organization.login) && sameName(each.slug, param(call, "team")),
  );
  if (!team || !roleInOrganization(forge.world, caller.user.login, organization.login)) {
    throw notFound();
  }
  return ok({ ...teamShape(urls, team), organization: simpleOrganization(urls, organization) });
}

/**
 * Lists installations with their selection (`all` or `selected`), but not the selected
 * repositories. Listing those requires the App's own key.
 */
function listInstallations(call: Call, { login }: Account) {
  const { world } = call.forge;
  const own = world.installations.filter(({ account }) => sameName(account, login));
  return page(call, own, (shown, total) => ({
    total_count: total,
    installations: shown.map((each) => installationShape(call.urls, world, each)),
  }));
}

function showBilling(_: Call, { billing }: Account) {
  if (!billing) throw notFound();
  return ok({
    seat_breakdown: {
      total: billing.total,
      added_this_cycle: 0,
      pending_invitation: 0,
      pending_cancellation: 0,
      active_this_cycle: billing.total,
      inactive_this_cycle: 0,
    },
    seat_management_setting: billing.setting,
    public_code_suggestions: "block",
    ide_chat: "enabled",
    cli: "enabled",
    platform_chat: "enabled",
    plan_type: "business",
  });
}
