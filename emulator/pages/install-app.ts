import { redirect, type Reply, type Replying } from "../http/reply.ts";
import { get, post, type Route } from "../http/routes.ts";
import { installationSettingsPath } from "../shapes/app.ts";
import { findApp, findInstallation, owns, roleInOrganization, sameName } from "../state/find.ts";
import { addInstallation } from "../state/installations.ts";
import { timestamp } from "../state/timestamp.ts";
import type { Account, App } from "../state/world.ts";
import { wire } from "../wire.ts";
import { permissionList } from "./app-form.ts";
import { markup, type Html } from "./html.ts";
import { missingPage, showPage } from "./layout.ts";
import { readChoice, repositoryChoice } from "./repository-choice.ts";
import type { Show, Visit } from "./visit.ts";

/** github.com and GitHub Enterprise Server have these pages under different paths. */
export const installRoutes: Route<Show>[] = ["/apps", `/${wire.appPagesOnOwnHost}`].flatMap(
  (base) => [
    get(`${base}/:slug`, withApp(showApp)),
    get(`${base}/:slug/installations/new`, onceSettled(chooseAccount)),
    get(`${base}/:slug/installations/new/permissions`, onceSettled(showInstall)),
    post(`${base}/:slug/installations`, withApp(install)),
  ],
);

function withApp(show: (visit: Visit, app: App) => Replying): Show {
  return (visit) => {
    const app = findApp(visit.forge.world, visit.params["slug"] ?? "");
    return app && targetsOf(visit, app).length > 0 ? show(visit, app) : missingPage(visit);
  };
}

/** Briefly returns 404 for the page of a new App, as GitHub does. */
function onceSettled(show: (visit: Visit, app: App) => Replying): Show {
  return withApp((visit, app) =>
    visit.forge.settling.isSettled(app, "install page") ? show(visit, app) : missingPage(visit),
  );
}

/**
 * Lists the accounts on which the user can install the App or request its installation. A private
 * App is limited to its owner.
 */
function targetsOf({ forge: { world }, viewer }: Visit, app: App): Account[] {
  return world.accounts.filter(
    ({ login }) =>
      (app.public || sameName(login, app.owner)) &&
      (sameName(login, viewer.login) || roleInOrganization(world, viewer.login, login)),
  );
}

function showApp(visit: Visit, app: App): Reply {
  return showPage(
    visit,
    { title: app.name },
    markup`<p>${app.description ?? ""}</p>
      <p>By ${app.owner}. <a href="${app.url}">Website</a></p>
      <p><a href="/apps/${app.slug}/installations/new">Install ${app.name}</a></p>`,
  );
}

/** Lists the accounts to choose from. If there is only one, shows its form directly. */
function chooseAccount(visit: Visit, app: App): Reply {
  const targets = targetsOf(visit, app);
  const [only] = targets;
  if (targets.length === 1 && only) return showTarget(visit, app, only);
  const query = new URLSearchParams(visit.query);
  const links = targets.map(({ id, login }) => {
    query.set("target_id", String(id));
    const link = `/apps/${app.slug}/installations/new/permissions?${query.toString()}`;
    return markup`<li><a href="${link}">${login}</a></li>`;
  });
  return showPage(
    visit,
    { title: `Install ${app.name}` },
    markup`<p>Where?</p>
      <ul>
        ${links}
      </ul>`,
  );
}

/** Shows the form for an account. Clients use two different names for the account ID parameter. */
function showInstall(visit: Visit, app: App): Reply {
  const wanted = visit.query.get("suggested_target_id") ?? visit.query.get("target_id");
  if (wanted === null) return chooseAccount(visit, app);
  const target = targetsOf(visit, app).find(({ id }) => String(id) === wanted);
  return target ? showTarget(visit, app, target) : missingPage(visit);
}

function showTarget(visit: Visit, app: App, target: Account): Reply {
  const { forge, query } = visit;
  const installed = findInstallation(forge.world, app, target.login);
  if (installed) return redirect(installationSettingsPath(forge.world, installed));
  const repositoryIds = query.getAll("repository_ids[]").map(Number);
  const selection = repositoryIds.length > 0 ? "selected" : "all";
  const state = query.get("state");
  const fields = markup`<input type="hidden" name="target_id" value="${target.id}" />
    ${state !== null && markup`<input type="hidden" name="state" value="${state}" />`}
    ${repositoryChoice(forge.world, target.login, { selection, repositoryIds })}`;
  return showPage(
    visit,
    { title: `Install ${app.name}` },
    installForm(visit, app, { target, fields }),
  );
}

/** Returns the form. Users who do not own the account can only request the installation. */
function installForm(
  visit: Visit,
  app: App,
  { target, fields }: { target: Account; fields: Html },
): Html {
  const mayInstall = mayInstallOn(visit, target);
  return markup`<p>Install on <strong>${target.login}</strong> with these permissions:</p>
    ${permissionList(app.permissions)}
    <form
      method="post"
      action="/apps/${app.slug}/installations"
      data-form="${mayInstall ? "install-app" : "request-app"}"
    >
      ${fields}
      <button type="submit">${mayInstall ? "Install" : "Request"}</button>
    </form>`;
}

function mayInstallOn({ forge, viewer, play }: Visit, target: Account): boolean {
  return owns(forge.world, viewer.login, target.login) && play?.kind !== "approval-pending";
}

function install(visit: Visit, app: App): Reply {
  const { forge, form } = visit;
  const target = targetsOf(visit, app).find(({ id }) => String(id) === form.get("target_id"));
  if (!target) return missingPage(visit);
  if (!mayInstallOn(visit, target)) return requestInstallation(visit, app, target);
  const known = findInstallation(forge.world, app, target.login);
  if (known) return redirect(installationSettingsPath(forge.world, known));
  const choice = readChoice(forge.world, target.login, form);
  if ("problem" in choice) {
    const body = markup`<p><a href="/apps/${app.slug}/installations/new">Back</a></p>`;
    return showPage(visit, { title: "Install", problems: [choice.problem], status: 422 }, body);
  }
  const installation = forge.change((world) =>
    addInstallation(world, app, { ...choice, account: target.login, now: forge.now() }),
  );
  const settings = installationSettingsPath(forge.world, installation);
  return leave(visit, app, {
    action: "install",
    id: installation.id,
    otherwise: redirect(settings),
  });
}

/** Stores the installation request. The App is not installed until an owner approves it. */
function requestInstallation(visit: Visit, app: App, target: Account): Reply {
  const { forge, viewer } = visit;
  const request = { appId: app.id, account: target.login, user: viewer.login };
  forge.change((world) => {
    world.installationRequests.push({ ...request, createdAt: timestamp(forge.now()) });
  });
  const page = showPage(
    visit,
    { title: "Request sent" },
    markup`<p role="status">
      An owner of ${target.login} must approve the installation of ${app.name}.
    </p>`,
  );
  return leave(visit, app, { action: "request", id: undefined, otherwise: page });
}

/**
 * Redirects to the App's setup URL, if it has one. The parameters do not prove that the App is
 * installed.
 */
function leave(
  { form }: Visit,
  app: App,
  { action, id, otherwise }: { action: string; id: number | undefined; otherwise: Reply },
): Reply {
  if (app.setupUrl === null) return otherwise;
  const url = new URL(app.setupUrl);
  if (id !== undefined) url.searchParams.set("installation_id", String(id));
  url.searchParams.set("setup_action", action);
  const state = form.get("state");
  if (state !== null) url.searchParams.set("state", state);
  return redirect(url.href);
}
