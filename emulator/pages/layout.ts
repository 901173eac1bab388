import { ownCommandLine } from "../../src/shared/own-command.ts";
import { makeFormToken } from "../auth/sessions.ts";
import type { Reply } from "../http/reply.ts";
import { Html, markup, type Fragment } from "./html.ts";
import type { Visit } from "./visit.ts";

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0 auto; max-width: 46rem; padding: 0 1rem 3rem; }
  header { border-bottom: 1px solid #8886; padding: .75rem 0; display: flex; gap: 1rem; }
  header a { font-weight: 600; }
  fieldset { border: 1px solid #8886; border-radius: .4rem; margin: 1rem 0; }
  label { display: block; margin: .35rem 0; }
  input[type=text], input[type=url], select { font: inherit; padding: .3rem .5rem; max-width: 100%; }
  button { font: inherit; font-weight: 600; padding: .45rem 1rem; border-radius: .4rem; }
  dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; }
  dd { margin: 0; overflow-wrap: anywhere; }
  [role=alert] { border-left: .25rem solid #c33; padding-left: .75rem; }
  [role=status] { border-left: .25rem solid #393; padding-left: .75rem; }
  code { overflow-wrap: anywhere; }`;

export interface PageOptions {
  title: string;
  status?: number;
  /** Errors in the submitted form. */
  problems?: readonly string[];
}

export function showPage(visit: Visit, options: PageOptions, body: Fragment): Reply {
  const account = markup`Signed in as <strong>${visit.viewer.login}</strong>`;
  const page = renderPage(options, account, body);
  return { ...page, text: addFormTokens(page.text, visit) };
}

/** Renders the page for a browser without a session. It does not reveal any data of the forge. */
export function showStranger(problems: readonly string[]): Reply {
  const title = problems.length === 0 ? "Sign in" : "Request rejected";
  return renderPage(
    { title, problems, status: 403 },
    markup`Not signed in`,
    markup`<p>Only the person who started this forge can use it. To sign in, open a link that gatehouse shows in the terminal. To get a new link, run this command, with the same --brand or --state as the forge:</p>
      <p><code>${ownCommandLine("emulator", "--sign-in")}</code></p>`,
  );
}

/** Renders a page that works without scripts and has landmarks for screen readers. */
function renderPage(
  { title, status = 200, problems = [] }: PageOptions,
  account: Fragment,
  body: Fragment,
): Reply & { text: string } {
  const alert = markup`<div role="alert">
    <ul>
      ${problems.map((each) => markup`<li>${each}</li>`)}
    </ul>
  </div>`;
  const page = markup`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · embedded forge</title>
        <style>
          ${new Html(style)}
        </style>
      </head>
      <body>
        <header>
          <a href="/">embedded forge</a>
          <nav aria-label="Account">${account}</nav>
        </header>
        <main>
          <h1>${title}</h1>
          ${problems.length > 0 && alert} ${body}
        </main>
      </body>
    </html> `;
  return { status, text: page.text, headers: pageHeaders };
}

/**
 * Adds a token to every form in one place, so that no page can omit it. User text cannot inject a
 * form, because it is escaped.
 */
function addFormTokens(html: string, { session }: Visit): string {
  const token = makeFormToken(session);
  const field = markup`<input type="hidden" name="${formTokenField}" value="${token}" />`;
  return html.replaceAll(/<form\b[^>]*\bmethod="post"[^>]*>/g, (form) => form + field.text);
}

export const formTokenField = "form_token";

/** No page runs scripts. Pages are not cached, because some of them show a token. */
const pageHeaders = {
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  "cache-control": "no-store",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  // With `no-referrer`, browsers would send `Origin: null` even with the forms of this forge.
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

/** Returns the page for users who must not learn whether a page exists. */
export function missingPage(visit: Visit): Reply {
  const text = markup`<p>This is not the web page you are looking for.</p>`;
  return showPage(visit, { title: "Page not found", status: 404 }, text);
}
