import {
  labelOf,
  reasonOf,
  byLabel,
  formatLevel,
} from "../../credentials/apps/permission-words.ts";
import { titleOf } from "../../credentials/apps/app-role.ts";
import type { AppRole } from "../../credentials/apps/app-role.ts";
import { markup, renderPage } from "../../shared/own-page.ts";
import type { Markup } from "../../shared/own-page.ts";
import type { AppManifest } from "./manifest.ts";

/** Content of the page in addition to the manifest. */
export interface RegistrationTopic {
  readonly role: AppRole;
  /** Command and control repository that the page belongs to: "set up acme/control". */
  readonly subject: string;
  /** Step number and total number of steps; undefined if there is only one step. */
  readonly position?: { readonly at: number; readonly of: number } | undefined;
}

export interface RegistrationPage extends RegistrationTopic {
  /** Target of the form. */
  readonly action: string;
  /**
   * True if the page is opened as a file on another machine. The forge then cannot redirect the
   * browser to gatehouse.
   */
  readonly isSaved?: true;
}

/**
 * Renders the page whose only button sends the manifest to the forge. The page does not contain
 * secrets, does not need scripts, and also works as a file on another machine.
 */
export function renderRegistrationPage(
  manifest: AppManifest,
  { action, isSaved, ...topic }: RegistrationPage,
): string {
  const { role } = topic;
  return renderPage({
    ...formatTopic(topic),
    title: `Create the ${titleOf(role)}`,
    body: markup`<p>${manifest.description} It is private and sends no events.</p>
<h2>Next steps</h2>
<ol>
<li>Press the button on this page. It opens the registration form, already filled in.</li>
<li>Check the name there: <strong>${manifest.name}</strong>. Then press <strong class="whole">Create App</strong>.</li>
<li>${isSaved ? afterSaved : "You are redirected back here. Then return to the terminal."}</li>
</ol>
<form data-form="register-app" method="post" action="${action}">
<input type="hidden" name="manifest" value="${JSON.stringify(manifest)}">
<button type="submit">Continue to the form</button>
</form>
<h2>If you are asked to sign in</h2>
<p>Sign in. Then return to this page, and press the button again.</p>
<h2>Permissions</h2>
<dl>
${byLabel(manifest.default_permissions).map(([permission, level]) => describe(role, permission, level))}
</dl>`,
  });
}

const afterSaved =
  "The browser then shows an address that it cannot open. Copy the complete address, and press p in the terminal.";

/** Returns the header of this page and of the following pages. */
export function formatTopic({ role, subject, position }: RegistrationTopic) {
  const where = position ? `${position.at} of ${position.of} · ` : "";
  return { subject, progress: `${where}Create the ${titleOf(role)}` };
}

/** Renders a permission: its label in GitHub's form, its level, and its purpose. */
function describe(role: AppRole, permission: string, level: string): Markup {
  const reason = reasonOf(role, permission);
  const sentence = `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`;
  return markup`<dt>${labelOf(permission)}: <span class="whole">${formatLevel(level)}</span></dt><dd>${sentence}</dd>`;
}
