import { signInParameter } from "../auth/operator-key.ts";
import { consumeFormToken } from "../auth/sessions.ts";
import { isManifestPage } from "../http/admit.ts";
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
import { formTokenField, missingPage, showPage, showStranger } from "./layout.ts";
import { tokenRoutes } from "./personal-tokens.ts";
import { runPageRoutes } from "./run-page.ts";
import { tokenApprovalRoutes } from "./token-approvals.ts";
import { showSignIn, signIn } from "./session.ts";
import type { Show, Visit } from "./visit.ts";

const routes: readonly Route<Show>[] = [
  ...homeRoutes,
  ...createAppRoutes,
  ...appSettingsRoutes,
  ...installRoutes,
  ...installationSettingsRoutes,
  ...tokenRoutes,
  ...tokenApprovalRoutes,
  ...runPageRoutes,
  get("/login", showSignIn),
  post("/session", signIn),
];

/**
 * Answers the operator's browser. `?as=LOGIN` switches to another account until the next switch.
 */
export async function answerPage(
  forge: Forge,
  request: Request,
  play: Play | undefined,
): Promise<{ reply: Reply; who: string }> {
  const code = request.query.get(signInParameter);
  const opened = code === null ? undefined : forge.sessions.open(code);
  const session = forge.sessions.find(request.headers["cookie"]) ?? opened;
  if (!session) return { reply: showStranger([]), who: "browser" };
  const visit = visitOf(forge, request, { session, play });
  const reply = code !== null && isReading(request) ? redirectOn(request) : await show(visit);
  const cookie = session === opened && { "set-cookie": session.cookie };
  const headers = { ...cookie, ...reply.headers };
  return { reply: { ...reply, headers }, who: `browser:${visit.viewer.login}` };
}

function visitOf(
  forge: Forge,
  request: Request,
  { session, play }: Pick<Visit, "session" | "play">,
): Visit {
  const chosen = findPerson(forge, request.query.get("as"));
  // A link on another site shows the page as the requested account, but does not change the
  // session's account.
  if (chosen && !isFromElsewhere(request)) session.login = chosen.login;
  const viewer = findPerson(forge, session.login ?? null) ?? firstPerson(forge);
  return { ...request, forge, session, viewer, form: readForm(request), play, params: {} };
}

function isFromElsewhere({ headers }: Request): boolean {
  const site = headers["sec-fetch-site"];
  return site === "cross-site" || site === "same-site";
}

async function show(visit: Visit): Promise<Reply> {
  const found = findRoute(routes, visit);
  const isTrusted = isReading(visit) || isManifestPage(visit.path);
  if (!isTrusted && !consumeFormToken(visit.session, visit.form.get(formTokenField))) {
    return showPage(
      visit,
      { title: "Form rejected", problems: [staleForm], status: 403 },
      undefined,
    );
  }
  visit.form.delete(formTokenField);
  const complete = { ...visit, params: found?.params ?? {} };
  return playOnPage(complete) ?? (await (found?.handle ?? missingPage)(complete));
}

const staleForm =
  "This form was already submitted or has expired. Reload the page and submit the form again";

function isReading({ method }: Request): boolean {
  return method === "GET" || method === "HEAD";
}

/**
 * Redirects to the page without the sign-in code, so that the code does not stay in the address
 * bar.
 */
function redirectOn({ path, query }: Request): Reply {
  const rest = new URLSearchParams(query);
  rest.delete(signInParameter);
  // Two leading slashes would redirect to another host.
  const page = path.replace(/^\/+/, "/");
  return redirect(rest.size > 0 ? `${page}?${rest.toString()}` : page);
}

/**
 * Returns the response for a simulated fault that replaces the page. Pages simulate other faults
 * themselves, such as a name that is already in use.
 */
function playOnPage(visit: Visit): Reply | undefined {
  const { play, path, query } = visit;
  if (!play || play.kind === "approval-pending" || play.kind === "name-taken") return undefined;
  if (play.kind === "signed-out") {
    // The redirect drops the form body, as on GitHub.
    const back = query.size > 0 ? `${path}?${query.toString()}` : path;
    return redirect(`/login?${new URLSearchParams({ return_to: back }).toString()}`);
  }
  const refusal = refusalOf(play, visit, visit.forge.now());
  if (!(refusal instanceof Refusal)) return undefined;
  const { status, message } = refusal;
  if (status === 404) return missingPage(visit);
  return showPage(visit, { title: `Error ${status}`, status }, markup`<p>${message}</p>`);
}

function findPerson({ world }: Forge, login: string | null): Account | undefined {
  const account = login === null ? undefined : findAccount(world, login);
  return account?.type === "User" ? account : undefined;
}

function firstPerson({ world }: Forge): Account {
  const person = world.accounts.find(({ type }) => type === "User");
  if (!person) throw new Error("the state does not contain a user who can view pages");
  return person;
}
