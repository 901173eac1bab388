import { repositoriesOf } from "../state/find.ts";
import type { Selection } from "../state/installations.ts";
import type { World } from "../state/world.ts";
import { radio } from "./app-form.ts";
import { markup, type Html } from "./html.ts";

/** Returns the form fields for choosing all repositories of an account or a selection. */
export function repositoryChoice(world: World, account: string, chosen: Selection): Html {
  const boxes = repositoriesOf(world, account).map(
    ({ id, name, visibility }) =>
      markup`<label><input
          type="checkbox"
          name="repository_ids[]"
          value="${id}"
          ${chosen.repositoryIds.includes(id) && markup` checked`}
        />
        ${account}/${name} <small>(${visibility})</small></label>`,
  );
  const isAll = chosen.selection === "all";
  return markup`<fieldset>
    <legend>Repository access</legend>
    ${radio("install_target", "all", "All current and future repositories", isAll)}
    ${radio("install_target", "selected", "Only select repositories", !isAll)}
    <fieldset>
      <legend>Select repositories</legend>
      ${boxes}
    </fieldset>
  </fieldset>`;
}

/** Reads the choice from the form, or returns an error message if it is invalid. */
export function readChoice(
  world: World,
  account: string,
  form: URLSearchParams,
): Selection | { problem: string } {
  if (form.get("install_target") === "all") return { selection: "all", repositoryIds: [] };
  const wanted = form.getAll("repository_ids[]").map(Number);
  const owned = repositoriesOf(world, account).map(({ id }) => id);
  const repositoryIds = owned.filter((id) => wanted.includes(id));
  if (repositoryIds.length === 0) return { problem: "Select at least one repository" };
  return { selection: "selected", repositoryIds };
}
