import { redirect, type Reply, type Replying } from "../http/reply.ts";
import { get, post, type Route } from "../http/routes.ts";
import { appSettingsPath } from "../shapes/app.ts";
import { nameProblems, slugOf } from "../state/app-names.ts";
import { findOrganization, owns } from "../state/find.ts";
import { hashOf, randomHex } from "../state/secret-words.ts";
import { inOneHour, timestamp } from "../state/timestamp.ts";
import { nextId, type App, type World } from "../state/world.ts";
import { withMetadata } from "../auth/permission-words.ts";
import { draftFromForm, draftFromManifest, draftFromQuery, type AppDraft } from "./app-draft.ts";
import { appForm, manifestForm } from "./app-form.ts";
import { missingPage, showPage } from "./layout.ts";
import type { Show, Visit } from "./visit.ts";

export const createAppRoutes: Route<Show>[] = ["/settings", "/organizations/:org/settings"].flatMap(
  (base) => [
    get(`${base}/apps/new`, forOwner(showForm)),
    post(`${base}/apps/new`, forOwner(showManifest)),
    post(`${base}/apps`, forOwner(submit)),
  ],
);

/** Determines the owner of the App: the organization in the path, or the user. */
function forOwner(show: (visit: Visit, owner: string) => Replying): Show {
  return (visit) => {
    const { params, forge, viewer } = visit;
    if (params["org"] === undefined) return show(visit, viewer.login);
    const organization = findOrganization(forge.world, params["org"]);
    if (!organization || !owns(forge.world, viewer.login, organization.login)) {
      return missingPage(visit);
    }
    return show(visit, organization.login);
  };
}

/** Shows the registration form, prefilled from the link. */
function showForm(visit: Visit): Reply {
  const title = "Register new App";
  return showPage(visit, { title }, appForm(actionOf(visit), draftFromQuery(visit.query)));
}

/** Shows a manifest from another site. Only the name can be changed on this page. */
function showManifest(visit: Visit, owner: string): Reply {
  const manifest = visit.form.get("manifest");
  if (manifest === null) return showForm(visit);
  const { draft, problems } = draftFromManifest(manifest);
  const title = `Create App for ${owner}`;
  if (problems.length > 0) return showPage(visit, { title, problems, status: 422 }, undefined);
  const state = visit.query.get("state") ?? undefined;
  return showPage(visit, { title }, manifestForm(actionOf(visit), { draft, manifest, state }));
}

function actionOf({ path }: Visit): string {
  return path.replace(/\/new$/, "");
}

function submit(visit: Visit, owner: string): Reply {
  const { form, forge, viewer, play } = visit;
  const manifest = form.get("manifest") ?? undefined;
  const drafted = manifest === undefined ? draftFromForm(form) : draftFromManifest(manifest);
  const draft = { ...drafted.draft, name: form.get("name") ?? drafted.draft.name };
  const problems = [
    ...drafted.problems,
    ...(play?.kind === "name-taken"
      ? ["Name is already taken"]
      : nameProblems(forge.world, { name: draft.name, owner, viewer: viewer.login })),
  ];
  const state = form.get("state") ?? undefined;
  if (problems.length > 0) {
    const body =
      manifest === undefined
        ? appForm(visit.path, draft)
        : manifestForm(visit.path, { draft, manifest, state });
    return showPage(visit, { title: "Create App", problems, status: 422 }, body);
  }
  const now = forge.now();
  if (draft.redirectUrl === null) {
    const app = forge.change((world) => addApp(world, draft, { owner, now }));
    forge.settling.begin(app, "install page");
    return redirect(appSettingsPath(forge.world, app));
  }
  const code = randomHex(40);
  const app = forge.change((world) => {
    const made = addApp(world, draft, { owner, now });
    world.manifestCodes.push({ hash: hashOf(code), appId: made.id, expiresAt: inOneHour(now) });
    return made;
  });
  forge.settling.begin(app, "install page");
  return redirect(callbackUrl(draft.redirectUrl, code, state));
}

function callbackUrl(redirectUrl: string, code: string, state: string | undefined): string {
  const url = new URL(redirectUrl);
  url.searchParams.set("code", code);
  if (state !== undefined) url.searchParams.set("state", state);
  return url.href;
}

function addApp(world: World, draft: AppDraft, { owner, now }: { owner: string; now: Date }): App {
  const { redirectUrl: _, ...wanted } = draft;
  const id = nextId(world);
  const app: App = {
    ...wanted,
    permissions: withMetadata(wanted.permissions),
    id,
    clientId: `Iv23li${randomHex(14)}`,
    slug: slugOf(draft.name),
    owner,
    keys: [],
    clientSecretHash: null,
    createdAt: timestamp(now),
    updatedAt: timestamp(now),
  };
  world.apps.push(app);
  return app;
}
