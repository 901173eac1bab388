import { createHash } from "node:crypto";

/*
 * Layout of the pages that gatehouse serves to the operator's browser or saves for it. The pages do
 * not use scripts or load anything, so a page that redirects to a forge cannot be exploited.
 */

/** A page. Only `body` contains HTML; all other fields are escaped when the page is rendered. */
export interface OwnPage {
  /** Text of the only first-level heading, and of the browser window's title. */
  readonly title: string;
  /** Command and control repository that the page belongs to: "set up acme/control". */
  readonly subject?: string | undefined;
  /** Progress of the run: "5 of 9 · Read App". */
  readonly progress?: string | undefined;
  readonly body: Markup;
}

/** HTML that is safe to insert into a page. */
export class Markup {
  readonly html: string;

  constructor(html: string) {
    this.html = html;
  }
}

/** Inserts strings into HTML, and escapes everything that is not `Markup`. */
export function markup(
  parts: TemplateStringsArray,
  ...values: readonly (string | Markup | readonly Markup[])[]
): Markup {
  return new Markup(String.raw({ raw: parts }, ...values.map(toHtml)));
}

function toHtml(value: string | Markup | readonly Markup[]): string {
  if (typeof value === "string") return escape(value);
  return value instanceof Markup ? value.html : value.map(({ html }) => html).join("\n");
}

export function renderPage({ title, subject, progress, body }: OwnPage): string {
  const { html } = markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">
<title>${title} · gatehouse</title>
<style>${new Markup(style)}</style></head>
<body><header><p><strong>gatehouse</strong>${subject === undefined ? "" : ` ${subject}`}</p>
${progress === undefined ? "" : markup`<p>${progress}</p>`}</header>
<main><h1>${title}</h1>
${body}</main></body></html>
`;
  return html;
}

/** Renders a page that does not require an action by the user. */
export function renderNotice(page: Omit<OwnPage, "body">, text: string): string {
  return renderPage({ ...page, body: markup`<p>${text}</p>` });
}

/**
 * Returns the headers of a page. The browser does not cache the page, run scripts, load resources,
 * or show the page in a frame.
 * @param formTargets origins to which the page's form can be sent, including through redirects
 */
export function pageHeaders(formTargets: readonly string[] = []): Record<string, string> {
  const targets = formTargets.length > 0 ? formTargets.join(" ") : "'none'";
  return {
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-store",
    "content-security-policy":
      `default-src 'none'; style-src 'sha256-${hashStyle()}'; form-action ${targets}; ` +
      "base-uri 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  };
}

// Colors are named by purpose. Each pair of text color (`ink`) and background color (`ground`) has
// a contrast ratio of at least 4.5:1, in light and dark mode.
const style = `
:root{color-scheme:light dark;--ground:#fff;--ink:#1b1f24;--soft:#57606a;--rule:#8c959f;--go:#1f6f43;--on-go:#fff}
@media(prefers-color-scheme:dark){:root{--ground:#12161c;--ink:#e6edf3;--soft:#a3afbb;--rule:#6b7683;--go:#57c98a;--on-go:#06170d}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:40rem;padding:1.5rem 1rem 3rem;font:1.05rem/1.5 system-ui,sans-serif;color:var(--ink);background:var(--ground);overflow-wrap:anywhere}
header{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1.5rem;padding-bottom:.5rem;border-bottom:2px solid var(--rule);color:var(--soft)}
header p{margin:0}header strong{color:var(--ink)}
h1{margin:1.5rem 0 .5rem;font-size:1.5rem;line-height:1.25}h2{margin:1.75rem 0 .25rem;font-size:1.1rem}
ol,dl{margin:.5rem 0}ol{padding-left:1.4rem}li{margin:.25rem 0}
dt{font-weight:600}dd{margin:0 0 .5rem;color:var(--soft)}.whole{white-space:nowrap}
@media(min-width:36rem){dl{display:grid;grid-template-columns:auto 1fr;gap:.15rem 1.5rem}dd{margin:0}}
button{max-width:100%;margin:1.25rem 0 .5rem;padding:.7rem 1.3rem;border:0;border-radius:.4rem;font:inherit;font-weight:600;color:var(--on-go);background:var(--go);cursor:pointer}
:focus-visible{outline:3px solid var(--ink);outline-offset:3px}
@media(forced-colors:active){button{border:2px solid}}
`;

/**
 * Hashes the styles for the content security policy. Called only when a page is shown, because the
 * first hash in a process takes milliseconds.
 */
function hashStyle(): string {
  return createHash("sha256").update(style).digest("base64");
}

function escape(text: string): string {
  return text.replaceAll(
    /[&<>"']/g,
    (character) =>
      ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[character] ?? "",
  );
}
