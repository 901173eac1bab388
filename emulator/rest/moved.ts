import { canSee } from "../auth/access.ts";
import type { Caller } from "../auth/caller.ts";
import type { Handle } from "../http/call.ts";
import { notFound } from "../http/reply.ts";
import { findInstallation, fullName, installedRepositories } from "../state/find.ts";
import { findMoved } from "../state/moves.ts";
import type { Repository } from "../state/repository.ts";
import type { World } from "../state/world.ts";

/** `/repositories/ID/…` takes what `/repos/OWNER/NAME/…` takes, though no description has it. */
export function nameNumber(world: World, path: string): string {
  const [, id, rest = ""] = /^\/repositories\/(\d+)(\/.*)?$/.exec(path) ?? [];
  const repository = world.repositories.find((each) => String(each.id) === id);
  return repository ? `/repos/${fullName(repository)}${rest}` : path;
}

/**
 * Sends who asks under a repository's old name on to its number: a read by 301, anything else by 307,
 * which keeps method and body. Undefined where the name is no old one.
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

/** An App sees no repository as such, but asks where it is installed. */
function mayKnow(world: World, caller: Caller, repository: Repository): boolean {
  if (caller.kind !== "app") return canSee(world, caller, repository);
  const installation = findInstallation(world, caller.app, repository.owner);
  return (
    installation !== undefined && installedRepositories(world, installation).includes(repository)
  );
}
