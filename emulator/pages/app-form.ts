import {
  levelNames,
  levelsOf,
  organizationPermissions,
  permissionNames,
  repositoryPermissions,
  type Permissions,
} from "../auth/permission-words.ts";
import type { AppDraft } from "./app-draft.ts";
import { markup, type Html } from "./html.ts";

const longestName = 34;

/** Returns the form for an App from a manifest. Only the name can be edited. */
export function manifestForm(
  action: string,
  { draft, manifest, state }: { draft: AppDraft; manifest: string; state: string | undefined },
): Html {
  return markup`<p>${draft.description ?? `An App by ${draft.url}`}</p>
    <form method="post" action="${action}" data-form="create-app">
      <input type="hidden" name="manifest" value="${manifest}" />
      ${state !== undefined && markup`<input type="hidden" name="state" value="${state}" />`}
      ${nameField(draft.name)}
      <h2 id="permissions">Permissions</h2>
      ${permissionList(draft.permissions)}
      <p>
        ${draft.public ? "Public: any account can install it." : "Private: only its owner can install it."}
      </p>
      <p>${draft.hook?.active ? `Webhook: ${draft.hook.url}` : "No webhook."}</p>
      <button type="submit">Create App</button>
    </form>`;
}

export function appForm(action: string, draft: AppDraft): Html {
  return markup`<form method="post" action="${action}" data-form="create-app">
    ${nameField(draft.name)}
    <label>Homepage URL <input type="url" name="url" value="${draft.url}" required /></label>
    <label>Description <input type="text" name="description" value="${draft.description ?? ""}" /></label>
    <label>Setup URL <input type="url" name="setup_url" value="${draft.setupUrl ?? ""}" /></label>
    ${webhookFields(draft.hook)}
    ${permissionFields("Repository permissions", repositoryPermissions, draft.permissions)}
    ${permissionFields("Organization permissions", organizationPermissions, draft.permissions)}
    ${visibilityFields(draft.public)}
    <button type="submit">Create App</button>
  </form>`;
}

export function webhookFields(hook: AppDraft["hook"]): Html {
  return markup`<fieldset>
    <legend>Webhook</legend>
    ${checkBox("webhook_active", "Active", hook?.active === true)}
    <label>Webhook URL <input type="url" name="webhook_url" value="${hook?.url ?? ""}" /></label>
  </fieldset>`;
}

export function visibilityFields(isPublic: boolean): Html {
  return markup`<fieldset>
    <legend>Where can this App be installed?</legend>
    ${radio("public", "false", "Only on this account", !isPublic)}
    ${radio("public", "true", "Any account", isPublic)}
  </fieldset>`;
}

function nameField(name: string): Html {
  return markup`<label>App name <input type="text" name="name" value="${name}" maxlength="${longestName}" required /></label>`;
}

export function permissionList(permissions: Permissions): Html {
  const named = Object.entries(permissions).map(
    ([word, level]) => [permissionNames[word] ?? word, word, level] as const,
  );
  const rows = named.toSorted(byName).map(
    ([name, word, level]) =>
      markup`<dt>${name}</dt>
        <dd data-permission="${word}">${levelNames[level]}</dd>`,
  );
  return rows.length > 0 ? markup`<dl>${rows}</dl>` : markup`<p>No permissions.</p>`;
}

/**
 * Returns a select field for each permission, with "No access" and the levels that the permission
 * can have.
 */
export function permissionFields(
  legend: string,
  names: Readonly<Record<string, string>>,
  chosen: Permissions,
): Html {
  const named = Object.entries(names).map(([word, name]) => [name, word] as const);
  const choices = named.toSorted(byName).map(([name, word]) => {
    const levels = levelsOf(word).map(
      (level) =>
        markup`<option value="${level}" ${chosen[word] === level && markup` selected`}>
          ${levelNames[level]}
        </option>`,
    );
    return markup`<label>${name}
      <select name="permissions[${word}]">
        <option value="">No access</option>
        ${levels}
      </select></label>`;
  });
  return markup`<fieldset>
    <legend>${legend}</legend>
    ${choices}
  </fieldset>`;
}

function byName([one]: readonly [string, ...string[]], [other]: readonly [string, ...string[]]) {
  return one.localeCompare(other, "en");
}

function checkBox(name: string, label: string, isChecked: boolean): Html {
  return markup`<label><input type="checkbox" name="${name}" value="true" ${isChecked && markup` checked`} />
    ${label}</label>`;
}

export function radio(name: string, value: string, label: string, isChecked: boolean): Html {
  return markup`<label><input type="radio" name="${name}" value="${value}" ${isChecked && markup` checked`} />
    ${label}</label>`;
}
