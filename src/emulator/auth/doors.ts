import { needsLogin, notFound, Refusal, type Replying } from "../http/reply.ts";
import { param, type Call, type Handle } from "../http/call.ts";
import { findOrganization, findRepository, owns } from "../state/find.ts";
import type { Repository, RepositoryRole } from "../state/repository.ts";
import type { Account, App } from "../state/world.ts";
import { wire } from "../wire.ts";
import { canSee, holdsPermission, isAtLeast, isPublicReading, roleInRepository } from "./access.ts";
import { notAccessible, type Caller } from "./caller.ts";
import { grants, type Level } from "./permission-words.ts";

type UserCaller = Caller & { kind: "user" | "fine-grained" };
export type UserCall = Call & { caller: UserCaller };

/** Only an App with its own key. */
export function forApp(handle: (call: Call, app: App) => Replying): Handle {
  return (call) => {
    if (call.caller.kind !== "app") {
      throw new Refusal(401, "A JSON web token could not be decoded");
    }
    return handle(call, call.caller.app);
  };
}

/** Only a person's token. */
export function forUser(handle: (call: UserCall, user: Account) => Replying): Handle {
  return (call) => {
    const { caller } = call;
    if (caller.kind === "anonymous") throw needsLogin();
    if (caller.kind !== "user" && caller.kind !== "fine-grained") {
      throw new Refusal(403, notAccessible(caller));
    }
    return handle({ ...call, caller }, caller.user);
  };
}

/**
 * A person with one of these scopes who owns the organization, or a token with the permission.
 * Others learn nothing, or that they are no owner.
 */
export function forOrganizationOwner(
  needs: { scopes: (call: Call) => readonly string[]; permission?: string },
  handle: (call: Call, organization: Account) => Replying,
): Handle {
  return (call) => {
    const { caller, forge } = call;
    const organization = findOrganization(forge.world, param(call, "org"));
    if (!organization) throw notFound();
    if (caller.kind === "anonymous") throw needsLogin();
    if (caller.kind === "user") {
      const scopes = needs.scopes(call);
      if (!scopes.some((scope) => hasScope(caller.token.scopes, scope))) {
        throw new Refusal(404, "Not Found", {
          headers: { "x-accepted-oauth-scopes": scopes.join(", ") },
        });
      }
    } else if (!needs.permission || !holdsForOrganization(caller, organization, needs.permission)) {
      throw new Refusal(403, notAccessible(caller));
    }
    if ("user" in caller && !owns(forge.world, caller.user.login, organization.login)) {
      throw new Refusal(403, "Must be an organization owner.");
    }
    return handle(call, organization);
  };
}

function holdsForOrganization(caller: Caller, organization: Account, word: string): boolean {
  if (caller.kind === "installation") {
    const { account } = caller.installation;
    return account === organization.login && grants(caller.token.permissions, word, "read");
  }
  if (caller.kind !== "fine-grained") return false;
  const { resourceOwner, pending, permissions } = caller.token;
  return !pending && resourceOwner === organization.login && grants(permissions, word, "read");
}

/** `admin:org` holds `write:org`, and that `read:org`. */
function hasScope(held: readonly string[], wanted: string): boolean {
  const [level = "", thing = ""] = wanted.split(":");
  const stronger = { read: ["read", "write", "admin"], write: ["write", "admin"] }[level];
  return (stronger ?? [level]).some((each) => held.includes(thing ? `${each}:${thing}` : each));
}

/** Anyone who may do this to the repository of the path: `"contents:read"`, `"secrets:write"`. */
export function forRepository(
  need: `${string}:${"read" | "write"}`,
  handle: (call: Call, repository: Repository) => Replying,
): Handle {
  const [word, level] = need.split(":") as [string, Level];
  return (call) => {
    const { world } = call.forge;
    const repository = findRepository(world, `${param(call, "owner")}/${param(call, "repo")}`);
    if (!repository || !canSee(world, call.caller, repository)) throw notFound();
    mayDo(call, repository, { word, level });
    return handle(call, repository);
  };
}

/** @throws Refusal when the caller sees the repository but may not do this to it */
export function mayDo(
  { caller, forge }: Call,
  repository: Repository,
  permission: { word: string; level: Level },
): void {
  const { word, level } = permission;
  const readable = repository.visibility === "public" && level === "read" && isPublicReading(word);
  if (caller.kind === "anonymous") {
    if (!readable) throw needsLogin();
    return;
  }
  if (caller.kind !== "user" && !holdsPermission(caller, repository, permission)) {
    throw new Refusal(403, notAccessible(caller), {
      headers: { [wire.acceptedPermissionsHeader]: `${word}=${level}` },
    });
  }
  if (!("user" in caller) || readable) return;
  const open = repository.visibility === "public" ? "pull" : undefined;
  const role = roleInRepository(forge.world, caller.user.login, repository) ?? open;
  const wanted = roleFor(word, level);
  const scoped = caller.kind === "fine-grained" || caller.token.scopes.includes("repo");
  if (!scoped || !isAtLeast(role, wanted)) {
    throw new Refusal(
      403,
      wanted === "admin" ? "Must have admin rights to Repository." : "Must have write access.",
    );
  }
}

/** Settings of a repository are its admins'; the rest of writing is for all who push. */
function roleFor(word: string, level: Level): RepositoryRole {
  const isSetting = ["secrets", "actions_variables", "environments", "administration"].includes(
    word,
  );
  if (level !== "read") return isSetting ? "admin" : word === "issues" ? "pull" : "push";
  return isSetting ? "push" : "pull";
}
