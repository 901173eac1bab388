import { forUser } from "../auth/doors.ts";
import { notFound, ok } from "../http/reply.ts";
import { param, type Call } from "../http/call.ts";
import { page } from "../http/paging.ts";
import { get, type Route } from "../http/routes.ts";
import { botUser, privateUser, publicUser } from "../shapes/account.ts";
import { membership, simpleOrganization } from "../shapes/organization.ts";
import { findAccount, findApp, findOrganization, roleInOrganization } from "../state/find.ts";

export const userRoutes: Route[] = [
  get(
    "/user",
    forUser((call, user) => ok(privateUser(call.urls, call.forge.world, user))),
  ),
  get(
    "/user/orgs",
    forUser((call, user) => listOrganizations(call, user.login)),
  ),
  get(
    "/user/memberships/orgs/:org",
    forUser((call, user) => showMembership(call, user.login)),
  ),
  get("/users/:username", showUser),
];

function listOrganizations(call: Call, login: string) {
  const { world } = call.forge;
  const mine = world.accounts.filter(
    (account) => account.type === "Organization" && roleInOrganization(world, login, account.login),
  );
  return page(call, mine, (shown) => shown.map((each) => simpleOrganization(call.urls, each)));
}

function showMembership(call: Call, login: string) {
  const { world } = call.forge;
  const organization = findOrganization(world, param(call, "org"));
  const user = findAccount(world, login);
  const shape = organization && user && membership(call.urls, world, { organization, user });
  if (!shape) throw notFound();
  return ok(shape);
}

/** Shows a user, an organization or an App's bot. If the name is found, it is already in use. */
function showUser(call: Call) {
  const { world } = call.forge;
  const name = param(call, "username");
  const account = findAccount(world, name);
  if (account) return ok(publicUser(call.urls, world, account));
  const app = name.endsWith("[bot]") ? findApp(world, name.slice(0, -"[bot]".length)) : undefined;
  if (!app) throw notFound();
  const base = { id: app.id, login: name, type: "User", name: app.name, plan: "free" } as const;
  const shape = publicUser(call.urls, world, { ...base, createdAt: app.createdAt });
  return ok({ ...shape, ...botUser(call.urls, app), name: app.name });
}
