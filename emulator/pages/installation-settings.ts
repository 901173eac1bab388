import { redirect, type Reply } from "../http/reply.ts";
import { get, post, type Route } from "../http/routes.ts";
import { installationSettingsPath, settingsPath } from "../shapes/app.ts";
import { getAccount, getApp, owns } from "../state/find.ts";
import {
  acceptPermissions,
  changeSelection,
  removeInstallation,
  suspendInstallation,
  unsuspendInstallation,
  waitingPermissions,
} from "../state/installations.ts";
import type { Installation } from "../state/world.ts";
import { permissionList } from "./app-form.ts";
import { markup, type Fragment } from "./html.ts";
import { missingPage, showPage } from "./layout.ts";
import { readChoice, repositoryChoice } from "./repository-choice.ts";
import type { Show, Visit } from "./visit.ts";

export const installationSettingsRoutes: Route<Show>[] = [
  "/settings/installations",
  "/organizations/:org/settings/installations",
].flatMap((base) => [
  get(base, listInstallations),
  get(`${base}/:id`, withInstallation(showSettings)),
  post(`${base}/:id`, withInstallation(saveSelection)),
  post(`${base}/:id/permissions/update`, withInstallation(accept)),
  post(`${base}/:id/suspend`, withInstallation(toggleSuspension)),
  post(`${base}/:id/delete`, withInstallation(uninstall)),
]);

type ShowInstallation = (visit: Visit, installation: Installation) => Reply;

function withInstallation(show: ShowInstallation): Show {
  return (visit) => {
    const { world } = visit.forge;
    const installation = world.installations.find(({ id }) => String(id) === visit.params["id"]);
    if (!installation || !isOwn(visit, installation)) return missingPage(visit);
    return show(visit, installation);
  };
}

/**
 * Returns whether the installation belongs to the account in the path. The page does not exist
 * under other accounts.
 */
function isOwn({ forge: { world }, viewer, path }: Visit, installation: Installation): boolean {
  const own = installationSettingsPath(world, installation);
  return path.startsWith(own) && owns(world, viewer.login, installation.account);
}

/** Lists an account's installations. Owners also see the requests of other users. */
function listInstallations(visit: Visit): Reply {
  const { world } = visit.forge;
  const isOwn = ({ account }: { account: string }) =>
    visit.path === `${settingsPath(world, account)}/installations` &&
    owns(world, visit.viewer.login, account);
  const links = world.installations.filter(isOwn).map((each) => {
    const { name } = getApp(world, each.appId);
    return markup`<li><a href="${installationSettingsPath(world, each)}">${name}</a></li>`;
  });
  const requests = world.installationRequests.filter(isOwn).map(({ appId, account, user }) => {
    const { slug, name } = getApp(world, appId);
    const target = getAccount(world, account).id;
    const link = `/apps/${slug}/installations/new/permissions?target_id=${target}`;
    return markup`<li>${user} requested <a href="${link}">${name}</a></li>`;
  });
  return showPage(
    visit,
    { title: "Installed Apps" },
    markup`<ul>${links}</ul>
      ${requests.length > 0 && markup`<h2>Requests</h2><ul>${requests}</ul>`}`,
  );
}

function showSettings(visit: Visit, installation: Installation): Reply {
  const { world } = visit.forge;
  const app = getApp(world, installation.appId);
  const { suspendedAt, account } = installation;
  return showPage(
    visit,
    { title: app.name },
    markup`<p>
        Installed on
        <strong>${account}</strong>.${suspendedAt && markup` <strong>Suspended.</strong>`}
      </p>
      <h2>Permissions</h2>
      ${permissionList(installation.permissions)} ${newPermissions(visit, installation)}
      <h2>Repository access</h2>
      <form method="post" action="${visit.path}" data-form="edit-installation">
        ${repositoryChoice(world, account, installation)}
        <button type="submit">Save</button>
      </form>
      <h2>Danger zone</h2>
      <form
        method="post"
        action="${visit.path}/suspend"
        data-form="${suspendedAt ? "unsuspend" : "suspend"}-installation"
      >
        <button type="submit">${suspendedAt ? "Unsuspend" : "Suspend"} this installation</button>
      </form>
      <form method="post" action="${visit.path}/delete" data-form="uninstall">
        <button type="submit">Uninstall ${app.name}</button>
      </form>`,
  );
}

/**
 * Shows newly requested permissions and a button to accept them, if the App requests more
 * permissions than the installation has.
 */
function newPermissions({ forge, path }: Visit, installation: Installation): Fragment {
  const asked = waitingPermissions(getApp(forge.world, installation.appId), installation);
  if (Object.keys(asked).length === 0) return undefined;
  return markup`<h3>New permissions</h3>
    <p>The App requests additional permissions. Until you accept, its permissions do not change.</p>
    ${permissionList(asked)}
    <form method="post" action="${path}/permissions/update" data-form="accept-permissions">
      <button type="submit">Accept new permissions</button>
    </form>`;
}

function accept({ forge }: Visit, installation: Installation): Reply {
  const app = getApp(forge.world, installation.appId);
  forge.change(() => acceptPermissions(installation, app, forge.now()));
  return redirect(installationSettingsPath(forge.world, installation));
}

function saveSelection(visit: Visit, installation: Installation): Reply {
  const { forge, form } = visit;
  const choice = readChoice(forge.world, installation.account, form);
  if ("problem" in choice) {
    const again = markup`<p><a href="${visit.path}">Back</a></p>`;
    return showPage(
      visit,
      { title: "Installation", problems: [choice.problem], status: 422 },
      again,
    );
  }
  forge.change(() => changeSelection(installation, choice, forge.now()));
  return redirect(installationSettingsPath(forge.world, installation));
}

function toggleSuspension({ forge, viewer }: Visit, installation: Installation): Reply {
  const now = forge.now();
  forge.change(() =>
    installation.suspendedAt
      ? unsuspendInstallation(installation, now)
      : suspendInstallation(installation, viewer.login, now),
  );
  return redirect(installationSettingsPath(forge.world, installation));
}

function uninstall({ forge }: Visit, installation: Installation): Reply {
  const list = `${settingsPath(forge.world, installation.account)}/installations`;
  forge.change((world) => removeInstallation(world, installation));
  return redirect(list);
}
