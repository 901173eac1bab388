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
  /** What is wrong with what was sent. */
  problems?: readonly string[];
}

/** A whole page. It works without script, and a screen reader finds its way by landmarks. */
export function showPage(visit: Visit, options: PageOptions, body: Fragment): Reply {
  const { title, status = 200, problems = [] } = options;
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
          <nav aria-label="Account">Signed in as <strong>${visit.viewer.login}</strong></nav>
        </header>
        <main>
          <h1>${title}</h1>
          ${
            problems.length > 0 &&
            markup`<div role="alert">
              <ul>
                ${problems.map((each) => markup`<li>${each}</li>`)}
              </ul>
            </div>`
          }
          ${body}
        </main>
      </body>
    </html> `;
  return { status, text: page.text, headers: pageHeaders };
}

/** No script ever; a page may be shown by the browser only, and is not kept: some show a token. */
const pageHeaders = {
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** What someone sees who may not know that a page exists. */
export function missingPage(visit: Visit): Reply {
  const text = markup`<p>This is not the web page you are looking for.</p>`;
  return showPage(visit, { title: "Page not found", status: 404 }, text);
}
