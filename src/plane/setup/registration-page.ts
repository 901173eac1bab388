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

/** What the page tells besides the manifest. */
export interface RegistrationTopic {
  readonly role: AppRole;
  /** The run that it belongs to: "set up acme/control". */
  readonly subject: string;
  /** Which step of how many, where it is one of several. */
  readonly place?: { readonly at: number; readonly of: number } | undefined;
}

export interface RegistrationPage extends RegistrationTopic {
  /** Where its form goes. */
  readonly action: string;
  /** It is a file on another machine, which no forge leads back to. */
  readonly isSaved?: true;
}

/**
 * The page whose one button sends the manifest to the forge. It holds no secret, needs no script, and works from a
 * file on another machine too.
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
<h2>What comes next</h2>
<ol>
<li>Press the button on this page. It opens the forge's page, already filled in.</li>
<li>Check the name there: <strong>${manifest.name}</strong>. Then press <strong class="whole">Create App</strong>.</li>
<li>${isSaved ? afterSaved : "The forge sends you back here. Then go back to the terminal."}</li>
</ol>
<form data-form="register-app" method="post" action="${action}">
<input type="hidden" name="manifest" value="${JSON.stringify(manifest)}">
<button type="submit">Go on to the forge</button>
</form>
<h2>If the forge asks you to sign in</h2>
<p>Sign in. Then come back to this page, and press the button again.</p>
<h2>What it may do</h2>
<dl>
${byLabel(manifest.default_permissions).map(([permission, level]) => describe(role, permission, level))}
</dl>`,
  });
}

const afterSaved =
  "The browser ends at an address that does not open. Copy the whole address, and press p in the terminal.";

/** What stands at the top of the page, and of those that follow it. */
export function formatTopic({ role, subject, place }: RegistrationTopic) {
  const where = place ? `${place.at} of ${place.of} · ` : "";
  return { subject, progress: `${where}Create the ${titleOf(role)}` };
}

/** A permission as the forge's form names it, and what it is for. */
function describe(role: AppRole, permission: string, level: string): Markup {
  const reason = reasonOf(role, permission);
  const sentence = `${reason.slice(0, 1).toUpperCase()}${reason.slice(1)}.`;
  return markup`<dt>${labelOf(permission)}: <span class="whole">${formatLevel(level)}</span></dt><dd>${sentence}</dd>`;
}
