import { fineGrainedPermissions } from "../auth/permission-words.ts";
import { fullName } from "../state/find.ts";
import type { Account } from "../state/world.ts";
import { permissionFields, radio } from "./app-form.ts";
import { markup, type Html } from "./html.ts";
import type { TokenDraft } from "./token-draft.ts";
import type { Visit } from "./visit.ts";

/**
 * Returns the form for a fine-grained token. It has no scripts, so it lists the repositories of all
 * owners.
 */
export function tokenForm(visit: Visit, draft: TokenDraft, owners: readonly Account[]): Html {
  const names = owners.map(({ login }) => login);
  const access = (value: TokenDraft["repositories"], label: string) =>
    radio("repositories", value, label, draft.repositories === value);
  return markup`<form
    method="post"
    action="/settings/personal-access-tokens"
    data-form="create-token"
  >
    <label>Token name <input type="text" name="name" value="${draft.name}" maxlength="40" required /></label>
    <label>Description <input type="text" name="description" value="${draft.description}" /></label>
    <label>Resource owner
      <select name="owner">
        ${names.map(
          (name) => markup`<option${name === draft.owner && markup` selected`}>${name}</option>`,
        )}
      </select></label>
    <label>Days until expiration (1 to 366, or none)
      <input type="text" name="expires_in" value="${draft.expiresIn}" /></label>
    <fieldset>
      <legend>Repository access</legend>
      ${access("public", "Public repositories, read only")}
      ${access("all", "All repositories of the owner")}
      ${access("selected", "Only select repositories")}
      <fieldset>
        <legend>Select repositories</legend>
        ${repositoryBoxes(visit, draft, names)}
      </fieldset>
    </fieldset>
    ${permissionFields("Repository permissions", fineGrainedPermissions, draft.permissions)}
    <button type="submit">Generate token</button>
  </form>`;
}

function repositoryBoxes({ forge }: Visit, draft: TokenDraft, owners: readonly string[]): Html[] {
  return forge.world.repositories
    .filter(({ owner }) => owners.includes(owner))
    .map(
      (repository) =>
        markup`<label><input
            type="checkbox"
            name="repository_ids[]"
            value="${repository.id}"
            ${draft.repositoryIds.includes(repository.id) && markup` checked`}
          />
          ${fullName(repository)}</label>`,
    );
}
