import { forApp } from "../auth/doors.ts";
import { versionOf } from "../http/check-headers.ts";
import { accepted, created, noContent, notFound, ok } from "../http/reply.ts";
import { param, type Call } from "../http/call.ts";
import { page } from "../http/paging.ts";
import { get, post, remove, type Route } from "../http/routes.ts";
import { installationRequestShape, installationShape, integration } from "../shapes/app.ts";
import {
  findAccount,
  findApp,
  findInstallation,
  findRepository,
  getApp,
  installedRepositories,
  owns,
  roleInOrganization,
} from "../state/find.ts";
import { hashOf, randomHex } from "../state/secret-words.ts";
import type { App, Installation } from "../state/world.ts";
import { removeInstallation } from "../state/installations.ts";
import { nextId } from "../state/world.ts";
import { timestamp } from "../state/timestamp.ts";

export const appRoutes: Route[] = [
  get(
    "/app",
    forApp((call, app) => ok(integration(call.urls, call.forge.world, app))),
  ),
  get("/app/hook/config", forApp(showHook)),
  get("/app/installations", forApp(listInstallations)),
  get("/app/installation-requests", forApp(listRequests)),
  get(
    "/app/installations/:id",
    forApp((call, app) => showInstallation(call, ownOf(call, app))),
  ),
  remove("/app/installations/:id", forApp(uninstall)),
  get("/apps/:slug", showApp),
  get("/repos/:owner/:repo/installation", forApp(showInstallationOnRepository)),
  get("/orgs/:account/installation", forApp(showInstallationOnAccount)),
  get("/users/:account/installation", forApp(showInstallationOnAccount)),
  post("/app-manifests/:code/conversions", convertManifest),
];

/**
 * Shows the App's webhook. No response states whether the webhook is active. If the App has no
 * webhook, GitHub returns 404: CloudSnorkel/cdk-github-runners#982.
 */
function showHook(_: Call, { hook }: App) {
  if (!hook) throw notFound();
  return ok({ url: hook.url, content_type: "json", insecure_ssl: "0", secret: "********" });
}

function listInstallations(call: Call, app: App) {
  const own = call.forge.world.installations.filter(({ appId }) => appId === app.id);
  return page(call, own, (shown) =>
    shown.map((each) => installationShape(call.urls, call.forge.world, each)),
  );
}

/** Lists installation requests. The App is not installed until an owner approves. */
function listRequests(call: Call, app: App) {
  const { urls, forge } = call;
  const waiting = forge.world.installationRequests.filter(({ appId }) => appId === app.id);
  return page(call, waiting, (shown) =>
    shown.map((request) => installationRequestShape(urls, forge.world, request)),
  );
}

/** Returns the installation with the ID in the path, if it belongs to this App. */
export function ownOf(call: Call, app: App): Installation {
  const id = Number(param(call, "id"));
  const found = call.forge.world.installations.find((each) => each.id === id);
  if (!found || found.appId !== app.id) throw notFound();
  return found;
}

function showInstallation(call: Call, installation: Installation | undefined) {
  if (!installation) throw notFound();
  return ok(installationShape(call.urls, call.forge.world, installation));
}

function uninstall(call: Call, app: App) {
  const installation = ownOf(call, app);
  call.forge.change((world) => removeInstallation(world, installation));
  return versionOf(call) === "2022-11-28" ? noContent : accepted({});
}

function showInstallationOnRepository(call: Call, app: App) {
  const { world } = call.forge;
  const repository = findRepository(world, `${param(call, "owner")}/${param(call, "repo")}`);
  const installation = repository && findInstallation(world, app, repository.owner);
  const covers =
    installation && installedRepositories(world, installation).some((each) => each === repository);
  return showInstallation(call, covers ? installation : undefined);
}

function showInstallationOnAccount(call: Call, app: App) {
  const { world } = call.forge;
  const account = findAccount(world, param(call, "account"));
  const wanted = call.path.startsWith("/orgs/") ? "Organization" : "User";
  if (account?.type !== wanted) throw notFound();
  return showInstallation(call, findInstallation(world, app, account.login));
}

/**
 * Shows an App. A private App is visible only to itself and to the members of its owner; others get
 * 404.
 */
function showApp(call: Call) {
  const { world } = call.forge;
  const app = findApp(world, param(call, "slug"));
  if (!app || !maySeeApp(call, app)) throw notFound();
  return ok(integration(call.urls, world, app));
}

function maySeeApp({ caller, forge: { world } }: Call, app: App): boolean {
  if (app.public) return true;
  if (caller.kind === "app" || caller.kind === "installation") return caller.app === app;
  if (!("user" in caller)) return false;
  const { login } = caller.user;
  return owns(world, login, app.owner) || roleInOrganization(world, login, app.owner) !== undefined;
}

/**
 * Returns an App's secrets once. One atomic update consumes the code and stores the public key, so
 * the code stays valid if the process crashes before the update.
 */
async function convertManifest(call: Call) {
  const { forge, urls } = call;
  const hash = hashOf(param(call, "code"));
  const now = forge.now();
  const find = () =>
    forge.world.manifestCodes.find((each) => each.hash === hash && new Date(each.expiresAt) > now);
  if (!find()) throw notFound();
  const { publicKey, pem } = await forge.makeKey();
  const clientSecret = randomHex(40);
  const app = forge.change((world) => {
    const code = find();
    if (!code) throw notFound();
    world.manifestCodes = world.manifestCodes.filter((each) => each !== code);
    const converted = getApp(world, code.appId);
    converted.keys.push({ id: nextId(world), publicKey, createdAt: timestamp(now) });
    converted.clientSecretHash = hashOf(clientSecret);
    return converted;
  });
  forge.settling.begin(app, "key");
  return created({
    ...integration(urls, forge.world, app),
    client_secret: clientSecret,
    webhook_secret: app.hook ? randomHex(40) : null,
    pem: pem.reveal(),
  });
}
