import { notAccessible } from "../auth/caller.ts";
import { forOrganizationOwner } from "../auth/doors.ts";
import { grants } from "../auth/permission-words.ts";
import { invalid, noContent, notFound, Refusal, type Replying } from "../http/reply.ts";
import { param, type Call, type Handle } from "../http/call.ts";
import { readBody, readOptionalWord } from "../http/fields.ts";
import { page } from "../http/paging.ts";
import { get, put, remove, type Route } from "../http/routes.ts";
import { minimalRepository } from "../shapes/repository.ts";
import { repositoriesOf } from "../state/find.ts";
import type { Account, Sharing } from "../state/world.ts";

type Visibility = Sharing["visibility"];

/**
 * Accepts only organization owners whose token has the scope `admin:org`, and tokens with the given
 * permission: [oas].
 */
export function forSettings(
  need: `${string}:${"read" | "write"}`,
  handle: (call: Call, organization: Account) => Replying,
): Handle {
  const [permission = "", level] = need.split(":");
  return forOrganizationOwner({ scopes: () => ["admin:org"], permission }, (call, organization) => {
    const { caller } = call;
    if ("token" in caller && caller.kind !== "user" && level === "write") {
      const mayWrite = grants(caller.token.permissions, permission, "write");
      if (!mayWrite) throw new Refusal(403, notAccessible(caller));
    }
    return handle(call, organization);
  });
}

/** Reads which repositories receive a secret or variable. Omitted values do not change. */
export function readSharing(call: Call, organization: Account, before?: Sharing): Sharing {
  const body = readBody(call);
  const words: readonly Visibility[] = ["all", "private", "selected"];
  const visibility = readOptionalWord(body, "visibility", words) ?? before?.visibility;
  if (!visibility) throw invalid('"visibility" wasn\'t supplied.', "visibility");
  if (visibility !== "selected") return { visibility, repositoryIds: [] };
  const repositoryIds =
    "selected_repository_ids" in body ? readIds(call, organization) : (before?.repositoryIds ?? []);
  return { visibility, repositoryIds };
}

function readIds(call: Call, { login }: Account): number[] {
  const ids: unknown = readBody(call)["selected_repository_ids"];
  const field = "selected_repository_ids";
  if (!Array.isArray(ids)) throw invalid(`"${field}" wasn't supplied.`, field);
  const own = repositoriesOf(call.forge.world, login).map(({ id }) => id);
  const wanted = ids.map(Number);
  if (wanted.every((id) => own.includes(id))) return wanted;
  throw invalid("At least one repository does not belong to the organization.", field);
}

/** Returns the visibility, as shown to owners of the organization. */
export function sharingShape({ urls, path }: Call, name: string, { visibility }: Sharing) {
  const [home = ""] = path.split(/(?<=\/actions\/(?:secrets|variables))/);
  const selected_repositories_url = `${urls.api}${home}/${name}/repositories`;
  return { visibility, ...(visibility === "selected" && { selected_repositories_url }) };
}

/** Returns the routes for the repositories that receive a secret or variable. */
export function sharingRoutes(
  one: string,
  permission: string,
  find: (call: Call, organization: Account) => Sharing,
): Route[] {
  const list = `${one}/repositories`;
  const selected = (call: Call, organization: Account) => {
    const found = find(call, organization);
    if (found.visibility === "selected") return found;
    throw new Refusal(409, "Visibility is not set to selected");
  };
  const changing = (change: (ids: number[], call: Call, organization: Account) => number[]) =>
    forSettings(`${permission}:write`, (call, organization) => {
      const found = selected(call, organization);
      const repositoryIds = change(found.repositoryIds, call, organization);
      call.forge.change(() => Object.assign(found, { repositoryIds }));
      return noContent;
    });
  return [
    get(
      list,
      forSettings(`${permission}:read`, (call, organization) =>
        listRepositories(call, selected(call, organization)),
      ),
    ),
    put(
      list,
      changing((_, call, organization) => readIds(call, organization)),
    ),
    put(
      `${list}/:id`,
      changing((ids, call, organization) => [
        ...new Set([...ids, repositoryOf(call, organization)]),
      ]),
    ),
    remove(
      `${list}/:id`,
      changing((ids, call, organization) => {
        const gone = repositoryOf(call, organization);
        return ids.filter((id) => id !== gone);
      }),
    ),
  ];
}

function listRepositories(call: Call, { repositoryIds }: Sharing) {
  const { world } = call.forge;
  const chosen = world.repositories.filter(({ id }) => repositoryIds.includes(id));
  return page(call, chosen, (shown, total) => ({
    total_count: total,
    repositories: shown.map((each) => minimalRepository(call.urls, world, each)),
  }));
}

function repositoryOf(call: Call, { login }: Account): number {
  const wanted = Number(param(call, "id"));
  const found = repositoriesOf(call.forge.world, login).find(({ id }) => id === wanted);
  if (!found) throw notFound();
  return found.id;
}
