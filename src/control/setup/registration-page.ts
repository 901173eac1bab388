import { sayPermissions } from "../../credentials/apps/permission-words.ts";
import type { AppManifest } from "./manifest.ts";

/**
 * The page whose one button sends the manifest to the forge. It holds no secret, needs no script, and works from a
 * file on another machine too.
 */
export function renderRegistrationPage(manifest: AppManifest, formAction: string): string {
  const permissions = sayPermissions(manifest.default_permissions)
    .map((words) => `<li>${escape(words)}</li>`)
    .join("");
  return renderPage(
    `Register ${manifest.name}`,
    `<p>${escape(manifest.description)} It is private and sends no events.</p>
<form data-form="register-app" method="post" action="${escape(formAction)}">
<input type="hidden" name="manifest" value="${escape(JSON.stringify(manifest))}">
<button type="submit">Go to the forge with this App</button>
</form>
<p>There, check the name and press <strong>Create App</strong>. Were you asked to sign in first? Then come
back to this page and press the button again.</p>
<h2>What it may do</h2>
<ul>${permissions}</ul>`,
  );
}

/** What the browser shows when the forge has sent it back. */
export function renderOutcomePage(title: string, text: string): string {
  return renderPage(title, `<p>${escape(text)}</p>`);
}

export const pageStyle =
  "body{font:1.1rem/1.5 system-ui,sans-serif;max-width:38rem;margin:3rem auto;padding:0 1rem;color:#1b1f24;background:#fff}" +
  "button{font:inherit;padding:.6rem 1.2rem;border:0;border-radius:.4rem;color:#fff;background:#1f6f43}" +
  "button:focus{outline:3px solid #1b1f24}h1{font-size:1.5rem}h2{font-size:1.1rem}";

function renderPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer"><title>${escape(title)} · gatehouse</title>
<style>${pageStyle}</style></head>
<body><main><h1>${escape(title)}</h1>
${body}</main></body></html>
`;
}

function escape(text: string): string {
  return text.replaceAll(
    /[&<>"']/g,
    (character) =>
      ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" })[character] ?? "",
  );
}
