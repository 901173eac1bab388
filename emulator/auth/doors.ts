import { needsLogin, notFound, Refusal, type Replying } from "../http/reply.ts";
import { param, type Call, type Handle } from "../http/call.ts";
import { findOrganization, findRepository, owns } from "../state/find.ts";
import type { Repository, RepositoryRole } from "../state/repository.ts";
import type { Account, App } from "../state/world.ts";
import { wire } from "../wire.ts";
import { canSee, hasPermission, isAtLeast, isPublicReading, roleInRepository } from "./access.ts";
import { notAccessible, type Caller } from "./caller.ts";
import { grants, type Level } from "./permission-words.ts";

type UserCaller = Caller & { kind: "user" | "fine-grained" };
export type UserCall = Call & { caller: UserCaller };

/** Admits only an App that authenticates with its own key. */
export function forApp(handle: (call: Call, app: App) => Replying): Handle {
  return (call) => {
    if (call.caller.kind !== "app") {
      throw new Refusal(401, "A JSON web token could not be decoded");
    }
    return handle(call, call.caller.app);
  };
}

/** Admits only a user's token. */
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
 * Admits organization owners whose token has one of these scopes, and owners or Apps whose token
 * has the permission. Other callers get 404 or 403.
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
    } else if (
      !needs.permission ||
      !appliesToOrganization(caller, organization, needs.permission)
    ) {
      throw new Refusal(403, notAccessible(caller));
    }
    if ("user" in caller && !owns(forge.world, caller.user.login, organization.login)) {
      throw new Refusal(403, "Must be an organization owner.");
    }
    return handle(call, organization);
  };
}

/** Returns whether a token has a permission of an organization. */
export function appliesToOrganization(
  caller: Caller,
  organization: Account,
  word: string,
): boolean {
  if (caller.kind === "installation") {
    const { account } = caller.installation;
    return account === organization.login && grants(caller.token.permissions, word, "read");
  }
  if (caller.kind !== "fine-grained") return false;
  const { resourceOwner, pending, permissions } = caller.token;
  return !pending && resourceOwner === organization.login && grants(permissions, word, "read");
}

/**
 * Returns whether a scope is granted: `admin:org` includes `write:org`, which includes `read:org`.
 */
export function hasScope(held: readonly string[], wanted: string): boolean {
  const [level = "", thing = ""] = wanted.split(":");
  const stronger = { read: ["read", "write", "admin"], write: ["write", "admin"] }[level];
  return (stronger ?? [level]).some((each) => held.includes(thing ? `${each}:${thing}` : each));
}

/** Options that only a few operations on a repository need. */
export interface RepositoryDoor {
  /** The scope that an OAuth token needs (default: `repo`). */
  readonly scope?: string;
  /** Whether the operation also works on an archived repository. */
  readonly whenArchived?: "refused" | "open";
}

/** Permissions that become read-only in an archived repository. */
const readOnlyWhenArchived = ["administration", "contents", "issues", "pull_requests"];

/**
 * Admits callers with this permission for the repository in the path, such as `"contents:read"` or
 * `"secrets:write"`.
 */
export function forRepository(
  need: `${string}:${"read" | "write"}`,
  handle: (call: Call, repository: Repository) => Replying,
  { scope = "repo", whenArchived = "refused" }: RepositoryDoor = {},
): Handle {
  const [word, level] = need.split(":") as [string, Level];
  return async (call) => {
    const { world } = call.forge;
    const repository = findRepository(world, `${param(call, "owner")}/${param(call, "repo")}`);
    if (!repository || !canSee(world, call.caller, repository)) {
      throw new Refusal(404, "Not Found", { headers: acceptedScope(call.caller, scope) });
    }
    mayDo(call, repository, { word, level, scope });
    if (whenArchived === "refused" && level === "write" && readOnlyWhenArchived.includes(word)) {
      refuseArchived(repository);
    }
    const reply = await handle(call, repository);
    const accepted = acceptedHeaders(call.caller, repository, { word, level, scope });
    return { ...reply, headers: { ...accepted, ...reply.headers } };
  };
}

/** @throws Refusal (403) if the repository is archived */
export function refuseArchived({ archived }: Repository): void {
  if (archived) throw new Refusal(403, "Repository was archived so is read-only.");
}

interface Permission {
  readonly word: string;
  readonly level: Level;
  readonly scope?: string;
}

/** @throws Refusal if the caller can see the repository but lacks this permission */
export function mayDo({ caller, forge }: Call, repository: Repository, need: Permission): void {
  const { word, level, scope = "repo" } = need;
  const headers = acceptedHeaders(caller, repository, need);
  const isOpen = isReadByAll(repository, need);
  if (caller.kind === "anonymous") {
    if (!isOpen) throw needsLogin();
    return;
  }
  const alike = forge.world.switches.actionsWriteVariables && word === "actions_variables";
  const words = alike ? [word, "actions"] : [word];
  const isTaken = () =>
    words.some((each) => hasPermission(caller, repository, { word: each, level }));
  if (caller.kind !== "user" && !isTaken()) {
    throw new Refusal(403, notAccessible(caller), { headers });
  }
  if (!("user" in caller) || isOpen) return;
  const open = repository.visibility === "public" ? "pull" : undefined;
  const role = roleInRepository(forge.world, caller.user.login, repository) ?? open;
  const wanted = roleFor(word, level);
  const scoped = caller.kind === "fine-grained" || caller.token.scopes.includes(scope);
  if (!scoped || !isAtLeast(role, wanted)) {
    const isAdmins = wanted === "admin" || scope !== "repo";
    throw new Refusal(
      403,
      isAdmins ? "Must have admin rights to Repository." : "Must have write access.",
      { headers },
    );
  }
}

function isReadByAll({ visibility }: Repository, { word, level }: Permission): boolean {
  return visibility === "public" && level === "read" && isPublicReading(word);
}

/**
 * Returns the headers that state the required scope or permission, depending on the kind of
 * credential.
 */
function acceptedHeaders(
  caller: Caller,
  repository: Repository,
  need: Permission,
): Record<string, string> {
  const { word, level, scope = "repo" } = need;
  if (caller.kind === "anonymous") return {};
  if (caller.kind === "user") {
    return acceptedScope(caller, isReadByAll(repository, need) ? "" : scope);
  }
  return { [wire.acceptedPermissionsHeader]: `${word}=${level}` };
}

function acceptedScope(caller: Caller, scope: string): Record<string, string> {
  return caller.kind === "user" ? { "x-accepted-oauth-scopes": scope } : {};
}

/**
 * Returns the required role. Only admins can change a repository's settings; other writes require
 * push access.
 */
function roleFor(word: string, level: Level): RepositoryRole {
  const isSetting = ["secrets", "actions_variables", "environments", "administration"].includes(
    word,
  );
  if (level !== "read") return isSetting ? "admin" : word === "issues" ? "pull" : "push";
  return isSetting ? "push" : "pull";
}
