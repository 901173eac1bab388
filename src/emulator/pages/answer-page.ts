import { redirect, Refusal, type Reply } from "../http/reply.ts";
import type { Forge, Request } from "../http/call.ts";
import { readForm } from "../http/fields.ts";
import type { Play } from "../http/faults.ts";
import { refusalOf } from "../http/play.ts";
import { findRoute, get, post, type Route } from "../http/routes.ts";
import { findAccount } from "../state/find.ts";
import type { Account } from "../state/world.ts";
import { appSettingsRoutes } from "./app-settings.ts";
import { createAppRoutes } from "./create-app.ts";
import { homeRoutes } from "./home.ts";
import { markup } from "./html.ts";
import { installRoutes } from "./install-app.ts";
import { installationSettingsRoutes } from "./installation-settings.ts";
import { missingPage, showPage } from "./layout.ts";
import { tokenRoutes } from "./personal-tokens.ts";
import { tokenApprovalRoutes } from "./token-approvals.ts";
import { sessionCookie, showSignIn, signIn } from "./session.ts";
import type { Show, Visit } from "./visit.ts";

const routes: readonly Route<Show>[] = [
  ...homeRoutes,
  ...createAppRoutes,
  ...appSettingsRoutes,
  ...installRoutes,
  ...installationSettingsRoutes,
  ...tokenRoutes,
  ...tokenApprovalRoutes,
  get("/login", showSignIn),
  post("/session", signIn),
];

/** Answers a browser. `?as=LOGIN` signs in as somebody else, and is remembered. */
export async function answerPage(
  forge: Forge,
  request: Request,
  play: Play | undefined,
): Promise<{ reply: Reply; who: string }> {
  const chosen = findPerson(forge, request.query.get("as"));
  const viewer = chosen ?? findPerson(forge, cookieOf(request)) ?? firstPerson(forge);
  const found = findRoute(routes, request);
  const form = readForm(request);
  const visit = { ...request, forge, viewer, form, play, params: found?.params ?? {} };
  const reply = playOnPage(visit) ?? (await (found?.handle ?? missingPage)(visit));
  const headers = chosen
    ? { "set-cookie": sessionCookie(chosen.login), ...reply.headers }
    : reply.headers;
  return { reply: { ...reply, ...(headers && { headers }) }, who: `browser:${viewer.login}` };
}

/** Faults that stand before a page; others, like a name that is taken, are up to the page. */
function playOnPage(visit: Visit): Reply | undefined {
  const { play, path, query } = visit;
  if (!play || play.kind === "approval-pending" || play.kind === "name-taken") return undefined;
  if (play.kind === "signed-out") {
    // The body of a form is lost on this way, as on the real forge.
    const back = query.size > 0 ? `${path}?${query.toString()}` : path;
    return redirect(`/login?${new URLSearchParams({ return_to: back }).toString()}`);
  }
  const refusal = refusalOf(play, visit, visit.forge.now());
  if (!(refusal instanceof Refusal)) return undefined;
  const { status, message } = refusal;
  if (status === 404) return missingPage(visit);
  return showPage(visit, { title: `Error ${status}`, status }, markup`<p>${message}</p>`);
}

function cookieOf({ headers }: Request): string | null {
  return /(?:^|;\s*)signed_in=([^;]+)/.exec(headers["cookie"] ?? "")?.[1] ?? null;
}

function findPerson({ world }: Forge, login: string | null): Account | undefined {
  const account = login === null ? undefined : findAccount(world, login);
  return account?.type === "User" ? account : undefined;
}

function firstPerson({ world }: Forge): Account {
  const person = world.accounts.find(({ type }) => type === "User");
  if (!person) throw new Error("the world has nobody who could look at a page");
  return person;
}
