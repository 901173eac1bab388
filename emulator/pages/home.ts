import type { Reply } from "../http/reply.ts";
import { get, type Route } from "../http/routes.ts";
import { settingsPath } from "../shapes/app.ts";
import { fullName, owns } from "../state/find.ts";
import { roleInRepository } from "../auth/access.ts";
import { markup } from "./html.ts";
import { showPage } from "./layout.ts";
import type { Show, Visit } from "./visit.ts";

export const homeRoutes: Route<Show>[] = [get("/", showHome)];

function showHome(visit: Visit): Reply {
  const { forge, viewer } = visit;
  const { world } = forge;
  const own = world.accounts.filter(({ login }) => owns(world, viewer.login, login));
  const accounts = own.map(({ login }) => {
    const settings = settingsPath(world, login);
    return markup`<li>
      ${login}: <a href="${settings}/apps">Apps</a>,
      <a href="${settings}/installations">installed Apps</a>
    </li>`;
  });
  const repositories = world.repositories
    .filter((each) => roleInRepository(world, viewer.login, each))
    .map((each) => markup`<li>${fullName(each)} <small>(${each.visibility})</small></li>`);
  return showPage(
    visit,
    { title: "A local forge on your machine" },
    markup`<h2>Accounts</h2>
      <ul>
        ${accounts}
      </ul>
      <p><a href="/settings/personal-access-tokens">Personal access tokens</a></p>
      <h2>Repositories</h2>
      <ul>
        ${repositories}
      </ul>`,
  );
}
