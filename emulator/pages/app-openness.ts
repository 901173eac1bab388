import { redirect, type Reply } from "../http/reply.ts";
import { appSettingsPath } from "../shapes/app.ts";
import { changeTime } from "../state/timestamp.ts";
import type { App } from "../state/world.ts";
import { checkHook, hookFromForm } from "./app-draft.ts";
import { visibilityFields, webhookFields } from "./app-form.ts";
import { markup, type Html } from "./html.ts";
import type { Visit } from "./visit.ts";

/** Returns the settings for the visibility and the webhook of an App. */
export function opennessForms(home: string, app: App): Html {
  return markup`<form method="post" action="${home}/webhook" data-form="change-webhook">
      ${webhookFields(app.hook)}
      <button type="submit">Save changes</button>
    </form>
    <form method="post" action="${home}/visibility" data-form="change-visibility">
      ${visibilityFields(app.public)}
      <button type="submit">Save changes</button>
    </form>`;
}

/** @returns the errors in the webhook settings */
export function saveWebhook({ forge, form }: Visit, app: App): Reply | string[] {
  const hook = hookFromForm(form);
  const problems = checkHook(hook);
  if (problems.length > 0) return problems;
  forge.change(() => {
    app.hook = hook;
    app.updatedAt = changeTime(app.updatedAt, forge.now());
  });
  return redirect(appSettingsPath(forge.world, app));
}

export function saveVisibility({ forge, form }: Visit, app: App): Reply {
  forge.change(() => {
    app.public = form.get("public") === "true";
    app.updatedAt = changeTime(app.updatedAt, forge.now());
  });
  return redirect(appSettingsPath(forge.world, app));
}
