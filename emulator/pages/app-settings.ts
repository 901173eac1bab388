import {
  organizationPermissions,
  repositoryPermissions,
  withMetadata,
} from "../auth/permission-words.ts";
import { redirect, type Reply, type Replying } from "../http/reply.ts";
import { get, post, type Route } from "../http/routes.ts";
import { appSettingsPath, settingsPath } from "../shapes/app.ts";
import { fingerprint } from "../state/app-keys.ts";
import { findApp, owns } from "../state/find.ts";
import { changePermissions, removeApp } from "../state/installations.ts";
import { changeTime, timestamp } from "../state/timestamp.ts";
import { nextId, type App } from "../state/world.ts";
import { permissionsFrom } from "./app-draft.ts";
import { permissionFields, permissionList } from "./app-form.ts";
import { opennessForms, saveVisibility, saveWebhook } from "./app-openness.ts";
import { markup } from "./html.ts";
import { missingPage, showPage } from "./layout.ts";
import type { Show, Visit } from "./visit.ts";

const mostKeys = 25;

export const appSettingsRoutes: Route<Show>[] = [
  "/settings/apps",
  "/organizations/:org/settings/apps",
].flatMap((base) => [
  get(base, listApps),
  // GitHub splits the settings into three pages. The embedded forge shows all settings on each of
  // these paths.
  ...["", "/permissions", "/advanced"].map((page) =>
    get(`${base}/:slug${page}`, withApp(showSettings)),
  ),
  post(`${base}/:slug/permissions`, withApp(savePermissions)),
  post(`${base}/:slug/webhook`, withApp(changeWebhook)),
  post(`${base}/:slug/visibility`, withApp(saveVisibility)),
  post(`${base}/:slug/keys`, withApp(generateKey)),
  post(`${base}/:slug/keys/:key/delete`, withApp(deleteKey)),
  post(`${base}/:slug/delete`, withApp(deleteApp)),
]);

function withApp(show: (visit: Visit, app: App) => Replying): Show {
  return (visit) => {
    const { forge, params, viewer, path } = visit;
    const app = findApp(forge.world, params["slug"] ?? "");
    if (!app || !owns(forge.world, viewer.login, app.owner)) return missingPage(visit);
    return path.startsWith(appSettingsPath(forge.world, app))
      ? show(visit, app)
      : missingPage(visit);
  };
}

function listApps(visit: Visit): Reply {
  const { world } = visit.forge;
  const own = world.apps.filter(
    (app) =>
      visit.path === `${settingsPath(world, app.owner)}/apps` &&
      owns(world, visit.viewer.login, app.owner),
  );
  const links = own.map(
    (app) => markup`<li><a href="${appSettingsPath(world, app)}">${app.name}</a></li>`,
  );
  return showPage(
    visit,
    { title: "Apps" },
    markup`<p><a href="${visit.path}/new">New App</a></p>
      <ul>
        ${links}
      </ul>`,
  );
}

function showSettings(visit: Visit, app: App, problems: readonly string[] = []): Reply {
  const { world } = visit.forge;
  const home = appSettingsPath(world, app);
  const keys = app.keys.map(
    (key) =>
      markup`<li>
        <code>${fingerprint(key)}</code> added ${key.createdAt}
        <form method="post" action="${home}/keys/${key.id}/delete" data-form="delete-key">
          <button type="submit">Delete</button>
        </form>
      </li>`,
  );
  const options = { title: app.name, problems, ...(problems.length > 0 && { status: 422 }) };
  return showPage(
    visit,
    options,
    markup`<dl>
        <dt>Owned by</dt>
        <dd>${app.owner}</dd>
        <dt>App ID</dt>
        <dd data-value="app-id">${app.id}</dd>
        <dt>Client ID</dt>
        <dd data-value="client-id"><code>${app.clientId}</code></dd>
      </dl>
      <p><a href="/apps/${app.slug}/installations/new">Install App</a></p>
      <h2>Permissions</h2>
      ${permissionList(app.permissions)}
      <form method="post" action="${home}/permissions" data-form="change-permissions">
        ${permissionFields("Repository permissions", repositoryPermissions, app.permissions)}
        ${permissionFields("Organization permissions", organizationPermissions, app.permissions)}
        <button type="submit">Save changes</button>
      </form>
      ${opennessForms(home, app)}
      <h2>Private keys</h2>
      <ul>
        ${keys}
      </ul>
      <form method="post" action="${home}/keys" data-form="generate-key">
        <button type="submit">Generate a private key</button>
      </form>
      <h2>Danger zone</h2>
      <form method="post" action="${home}/delete" data-form="delete-app">
        <button type="submit">Delete App</button>
      </form>`,
  );
}

/**
 * Changes the permissions that the App requests. An installation keeps its permissions until its
 * account accepts additional ones.
 */
function savePermissions({ form, forge }: Visit, app: App): Reply {
  const wanted = permissionsFrom((word) => form.get(`permissions[${word}]`));
  const permissions = withMetadata(wanted);
  forge.change((world) => changePermissions(world, app, { permissions, now: forge.now() }));
  return redirect(appSettingsPath(forge.world, app));
}

function changeWebhook(visit: Visit, app: App): Reply {
  const saved = saveWebhook(visit, app);
  return Array.isArray(saved) ? showSettings(visit, app, saved) : saved;
}

/** Creates a key and returns the private key as a download. It cannot be downloaded again. */
async function generateKey(visit: Visit, app: App): Promise<Reply> {
  const { forge } = visit;
  if (app.keys.length >= mostKeys) {
    return showSettings(visit, app, [`An App can have at most ${mostKeys} keys`]);
  }
  const { publicKey, pem } = await forge.makeKey();
  const now = forge.now();
  forge.change((world) => {
    app.keys.push({ id: nextId(world), publicKey, createdAt: timestamp(now) });
    app.updatedAt = changeTime(app.updatedAt, now);
  });
  const name = `${app.slug}.${timestamp(now).slice(0, 10)}.private-key.pem`;
  return {
    status: 200,
    text: pem.reveal(),
    type: "application/x-pem-file",
    headers: {
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    },
  };
}

function deleteKey(visit: Visit, app: App): Reply {
  const { forge, params } = visit;
  const key = app.keys.find(({ id }) => String(id) === params["key"]);
  if (!key) return missingPage(visit);
  if (app.keys.length === 1) {
    return showSettings(visit, app, ["Generate a new private key before you delete the last one"]);
  }
  forge.change(() => {
    app.keys = app.keys.filter((each) => each !== key);
    app.updatedAt = changeTime(app.updatedAt, forge.now());
  });
  return redirect(appSettingsPath(forge.world, app));
}

function deleteApp({ forge }: Visit, app: App): Reply {
  const list = `${settingsPath(forge.world, app.owner)}/apps`;
  forge.change((world) => removeApp(world, app));
  return redirect(list);
}
