import { canSee } from "../auth/access.ts";
import type { Caller } from "../auth/caller.ts";
import type { Handle } from "../http/call.ts";
import { notFound } from "../http/reply.ts";
import { findInstallation, fullName, installedRepositories } from "../state/find.ts";
import { findMoved } from "../state/moves.ts";
import type { Repository } from "../state/repository.ts";
import type { World } from "../state/world.ts";

/**
 * Converts `/repositories/ID/…` to `/repos/OWNER/NAME/…`. GitHub accepts both, although its API
 * description omits the first.
 */
export function nameNumber(world: World, path: string): string {
  const [, id, rest = ""] = /^\/repositories\/(\d+)(\/.*)?$/.exec(path) ?? [];
  const repository = world.repositories.find((each) => String(each.id) === id);
  return repository ? `/repos/${fullName(repository)}${rest}` : path;
}

/**
 * Redirects a request for a repository's former name to its ID: reads with 301, other requests with
 * 307, which preserves the method and body. Returns undefined if the name is not a former name.
 */
export function redirectMoved(world: World, path: string): Handle | undefined {
  const [, name, rest = ""] = /^\/repos\/([^/]+\/[^/]+)(\/.*)?$/.exec(path) ?? [];
  const repository = name === undefined ? undefined : findMoved(world, name);
  if (!repository) return undefined;
  return ({ caller, method, query, urls }) => {
    if (!mayKnow(world, caller, repository)) throw notFound();
    const search = query.size > 0 ? `?${query.toString()}` : "";
    const url = `${urls.api}/repositories/${repository.id}${rest}${search}`;
    const status = method === "GET" || method === "HEAD" ? 301 : 307;
    const documentation_url = "https://docs.example/rest";
    const json = { message: "Moved Permanently", url, documentation_url };
    return { status, headers: { location: url }, json };
  };
}

/**
 * Returns whether the caller can see the repository. An App sees only repositories that its
 * installations cover.
 */
function mayKnow(world: World, caller: Caller, repository: Repository): boolean {
  if (caller.kind !== "app") return canSee(world, caller, repository);
  const installation = findInstallation(world, caller.app, repository.owner);
  return (
    installation !== undefined && installedRepositories(world, installation).includes(repository)
  );
}
