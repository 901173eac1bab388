import { redirect, type Reply } from "../http/reply.ts";
import { markup } from "./html.ts";
import { showPage } from "./layout.ts";
import type { Visit } from "./visit.ts";

/** Shows the sign-in page. There are no passwords: the user selects an account. */
export function showSignIn(visit: Visit): Reply {
  const people = visit.forge.world.accounts.filter(({ type }) => type === "User");
  const back = visit.query.get("return_to") ?? "/";
  return showPage(
    visit,
    { title: "Sign in" },
    markup`<form method="post" action="/session" data-form="sign-in">
      <input type="hidden" name="return_to" value="${back}" />
      <label>Account
        <select name="login">
          ${people.map(({ login }) => markup`<option>${login}</option>`)}
        </select></label>
      <button type="submit">Sign in</button>
    </form>`,
  );
}

export function signIn({ form, session }: Visit): Reply {
  session.login = form.get("login") ?? undefined;
  return redirect(localPath(form.get("return_to")));
}

/** Accepts only a path of this forge. A URL with a host would redirect to another site. */
function localPath(wanted: string | null): string {
  return wanted && /^\/(?![/\\])/.test(wanted) ? wanted : "/";
}
