import { redirect, type Reply } from "../http/reply.ts";
import { get, post, type Route } from "../http/routes.ts";
import { findOrganization, owns, sameName } from "../state/find.ts";
import type { Token } from "../state/world.ts";
import { permissionList } from "./app-form.ts";
import { markup } from "./html.ts";
import { missingPage, showPage } from "./layout.ts";
import type { Show, Visit } from "./visit.ts";

const list = "/organizations/:org/settings/personal-access-token-requests";

/** The pages on which organization owners approve or deny fine-grained tokens. */
export const tokenApprovalRoutes: Route<Show>[] = [
  get(list, forOwner(listRequests)),
  post(`${list}/:id/approve`, forOwner(approve)),
  post(`${list}/:id/deny`, forOwner(deny)),
];

function forOwner(show: (visit: Visit, waiting: Token[]) => Reply): Show {
  return (visit) => {
    const { world } = visit.forge;
    const organization = findOrganization(world, visit.params["org"] ?? "");
    if (!organization || !owns(world, visit.viewer.login, organization.login)) {
      return missingPage(visit);
    }
    const waiting = world.tokens.filter(
      ({ pending, resourceOwner }) => pending && sameName(resourceOwner ?? "", organization.login),
    );
    return show(visit, waiting);
  };
}

function listRequests(visit: Visit, waiting: Token[]): Reply {
  const rows = waiting.map(
    ({ id, name, user, permissions }) =>
      markup`<li><strong>${name}</strong> by ${user} ${permissionList(permissions)}
        <form method="post" action="${visit.path}/${id}/approve" data-form="approve-token">
          <button type="submit">Approve</button>
        </form>
        <form method="post" action="${visit.path}/${id}/deny" data-form="deny-token">
          <button type="submit">Deny</button>
        </form></li>`,
  );
  const body =
    rows.length > 0 ? markup`<ul>${rows}</ul>` : markup`<p>There are no pending requests.</p>`;
  return showPage(visit, { title: "Personal access token requests" }, body);
}

function approve(visit: Visit, waiting: Token[]): Reply {
  const token = findRequested(visit, waiting);
  if (!token) return missingPage(visit);
  visit.forge.change(() => Object.assign(token, { pending: false }));
  return redirect(visit.path.replace(/\/\d+\/approve$/, ""));
}

function deny(visit: Visit, waiting: Token[]): Reply {
  const token = findRequested(visit, waiting);
  if (!token) return missingPage(visit);
  visit.forge.change((world) => {
    world.tokens = world.tokens.filter((each) => each !== token);
  });
  return redirect(visit.path.replace(/\/\d+\/deny$/, ""));
}

function findRequested({ params }: Visit, waiting: Token[]): Token | undefined {
  return waiting.find(({ id }) => String(id) === params["id"]);
}
