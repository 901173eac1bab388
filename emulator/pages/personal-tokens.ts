import { findAccount, sameName } from "../state/find.ts";
import { redirect, type Reply } from "../http/reply.ts";
import { get, post, type Route } from "../http/routes.ts";
import { makeToken } from "../state/secret-words.ts";
import { timestamp } from "../state/timestamp.ts";
import { permissionList } from "./app-form.ts";
import { markup } from "./html.ts";
import { missingPage, showPage } from "./layout.ts";
import { draftFromForm, draftFromQuery, ownersFor, waitsForApproval } from "./token-draft.ts";
import { tokenForm } from "./token-form.ts";
import type { Show, Visit } from "./visit.ts";

const list = "/settings/personal-access-tokens";
const mostTokens = 50;

export const tokenRoutes: Route<Show>[] = [
  get(list, (visit) => listTokens(visit)),
  get(`${list}/new`, showForm),
  post(list, createToken),
  post(`${list}/:id/delete`, revokeToken),
  get("/settings/tokens", () => redirect(list)),
];

function ownTokens({ forge, viewer }: Visit) {
  return forge.world.tokens.filter(
    ({ kind, user }) => kind === "fine-grained" && user !== null && sameName(user, viewer.login),
  );
}

function listTokens(visit: Visit): Reply {
  const rows = ownTokens(visit).map(
    (token) =>
      markup`<li>
        <strong>${token.name}</strong> for ${token.resourceOwner ?? ""},
        ${token.expiresAt === null ? "no expiration" : `expires ${token.expiresAt}`}${token.pending && ", pending approval"}
        ${permissionList(token.permissions)}
        <form method="post" action="${list}/${token.id}/delete" data-form="revoke-token">
          <button type="submit">Revoke</button>
        </form>
      </li>`,
  );
  return showPage(
    visit,
    { title: "Fine-grained personal access tokens" },
    markup`<p><a href="${list}/new">Generate new token</a></p>
      <ul>
        ${rows}
      </ul>`,
  );
}

/** Shows the form. A link can prefill everything except the repositories. */
function showForm(visit: Visit): Reply {
  const { draft, problems } = draftFromQuery(visit);
  const title = "New fine-grained personal access token";
  return showPage(visit, { title, problems }, tokenForm(visit, draft, ownersFor(visit)));
}

function createToken(visit: Visit): Reply {
  const { forge, viewer } = visit;
  const { draft, problems } = draftFromForm(visit);
  if (ownTokens(visit).length >= mostTokens)
    problems.push(`You already have the maximum of ${mostTokens} tokens`);
  if (problems.length > 0) {
    const body = tokenForm(visit, draft, ownersFor(visit));
    return showPage(visit, { title: "New token", problems, status: 422 }, body);
  }
  const pending = waitsForApproval(visit, draft);
  const { words } = forge.change((world) =>
    makeToken(world, {
      kind: "fine-grained",
      user: viewer.login,
      name: draft.name,
      resourceOwner: findAccount(world, draft.owner)?.login ?? draft.owner,
      permissions: draft.permissions,
      repositoryIds: draft.repositories === "all" ? null : draft.repositoryIds,
      expiresAt: draft.expiresAt,
      pending,
      createdAt: timestamp(forge.now()),
    }),
  );
  return showPage(
    visit,
    { title: "Token created" },
    markup`<p role="status">Copy the token now. You will not be able to see it again.</p>
      <p>
        <label>Token <input type="text" readonly data-value="token" value="${words.reveal()}" /></label>
      </p>
      ${pending && markup`<p role="status">An owner of ${draft.owner} must approve it.</p>`}
      <p><a href="${list}">All tokens</a></p>`,
  );
}

function revokeToken(visit: Visit): Reply {
  const token = ownTokens(visit).find(({ id }) => String(id) === visit.params["id"]);
  if (!token) return missingPage(visit);
  visit.forge.change((world) => {
    world.tokens = world.tokens.filter((each) => each !== token);
  });
  return redirect(list);
}
