import type { AppRole } from "../../credentials/apps/app-role.ts";
import { ceilings, gatePersistence, preActivation } from "../../credentials/apps/ceilings.ts";
import type { Level, Permissions } from "../../credentials/apps/ceilings.ts";
import { handlerPermissions } from "../../credentials/apps/handlers.ts";
import { allPermissions } from "../../credentials/apps/permission-words.ts";
import { requiredPermissions } from "./required-permissions.ts";
import type { Package, Settings } from "./settings.ts";

/**
 * Returns the permission ceiling of an App for a scope. Packages narrow the specified ceiling to
 * the permissions that they and gatehouse's own runs need. Without packages or without a scope, it
 * is unknown which permissions are needed, so the specified ceiling applies.
 *
 * @see spec/credentials.md, "App permission ceilings": "A package-only installation narrows the
 *   ceilings further"
 */
export function appCeiling(
  role: AppRole,
  settings: Pick<Settings, "mode" | "packages"> | undefined,
): Permissions {
  if (!settings || settings.packages.length === 0) return ceilings[role];
  const needs = role === "read" ? listReadNeeds(settings) : listWriteNeeds(settings);
  const narrowed = allPermissions.flatMap((name) => {
    const most = ceilings[role][name];
    const levels = needs.flatMap((need) => need[name] ?? []);
    if (most === undefined || levels.length === 0) return [];
    const level: Level = most === "write" && levels.includes("write") ? "write" : "read";
    return [[name, level] as const];
  });
  return Object.fromEntries(narrowed);
}

type Scope = Pick<Settings, "mode" | "packages">;

/** GitHub adds this permission to every App. */
const automatic: Permissions = { metadata: "read" };

/** Lists the needs of the read App: runs before activation, and the packages' evidence. */
function listReadNeeds({ packages }: Scope): Permissions[] {
  return [automatic, preActivation, requiredPermissions({ packages })];
}

/**
 * Lists the needs of the write App: the gate record, the outputs of the control file, and the
 * packages' outputs. The write App reads nothing for a package, except data that the read App's
 * ceiling does not include.
 */
function listWriteNeeds({ mode, packages }: Scope): Permissions[] {
  const declared = Object.entries(requiredPermissions({ packages })).filter(
    ([name, level]) => level === "write" || !Object.hasOwn(ceilings.read, name),
  );
  return [
    automatic,
    gatePersistence,
    handlerPermissions.issue,
    handlerPermissions.comment,
    Object.fromEntries(declared),
    ...(packages.some((each) => opensPullRequests(each, mode))
      ? [handlerPermissions["pull-request"]]
      : []),
  ];
}

/**
 * Returns whether a package needs the permissions of the handler for pull requests. A level that
 * the package states takes precedence. If it states none, it may open pull requests in live mode.
 */
function opensPullRequests({ apis, permissions }: Package, mode: Settings["mode"]): boolean {
  const stated = permissions.contents ?? permissions.pull_requests;
  return stated === undefined
    ? mode === "live" && apis.includes("pull_requests")
    : stated === "write";
}
