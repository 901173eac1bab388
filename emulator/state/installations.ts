import { grants, type Permissions } from "../auth/permission-words.ts";
import { changeTime, timestamp } from "./timestamp.ts";
import { sameName } from "./find.ts";
import { nextId, type App, type Installation, type World } from "./world.ts";

export interface Selection {
  selection: Installation["selection"];
  repositoryIds: number[];
}

/**
 * Installs an App with its requested permissions, and removes the requests to install it on this
 * account.
 */
export function addInstallation(
  world: World,
  app: App,
  { account, now, ...selected }: Selection & { account: string; now: Date },
): Installation {
  const at = timestamp(now);
  const installation: Installation = {
    ...selected,
    id: nextId(world),
    appId: app.id,
    account,
    permissions: { ...app.permissions },
    suspendedBy: null,
    suspendedAt: null,
    createdAt: at,
    updatedAt: at,
  };
  world.installations.push(installation);
  world.installationRequests = world.installationRequests.filter(
    (request) => request.appId !== app.id || !sameName(request.account, account),
  );
  return installation;
}

export function changeSelection(installation: Installation, wanted: Selection, now: Date): void {
  installation.selection = wanted.selection;
  installation.repositoryIds = wanted.repositoryIds;
  installation.updatedAt = changeTime(installation.updatedAt, now);
}

export function suspendInstallation(installation: Installation, by: string, now: Date): void {
  installation.suspendedBy = by;
  installation.suspendedAt = timestamp(now);
  installation.updatedAt = changeTime(installation.updatedAt, now);
}

export function unsuspendInstallation(installation: Installation, now: Date): void {
  installation.suspendedBy = null;
  installation.suspendedAt = null;
  installation.updatedAt = changeTime(installation.updatedAt, now);
}

/** Removes an installation and its tokens. */
export function removeInstallation(world: World, installation: Installation): void {
  world.installations = world.installations.filter((each) => each !== installation);
  world.tokens = world.tokens.filter(({ installationId }) => installationId !== installation.id);
}

/** Deletes an App with its installations, their tokens, and its unused codes. */
export function removeApp(world: World, app: App): void {
  for (const installation of world.installations.filter(({ appId }) => appId === app.id)) {
    removeInstallation(world, installation);
  }
  world.manifestCodes = world.manifestCodes.filter(({ appId }) => appId !== app.id);
  world.installationRequests = world.installationRequests.filter(({ appId }) => appId !== app.id);
  world.apps = world.apps.filter((each) => each !== app);
}

/**
 * Changes the permissions that an App requests. Removed permissions are revoked immediately, even
 * for existing tokens. Additional permissions take effect for each account after the account
 * accepts them.
 */
export function changePermissions(
  world: World,
  app: App,
  { permissions, now }: { permissions: Permissions; now: Date },
): void {
  app.permissions = permissions;
  app.updatedAt = changeTime(app.updatedAt, now);
  for (const installation of world.installations.filter(({ appId }) => appId === app.id)) {
    installation.permissions = weaker(installation.permissions, permissions);
    for (const token of world.tokens.filter((each) => each.installationId === installation.id)) {
      token.permissions = weaker(token.permissions, permissions);
    }
  }
}

/** Returns the permissions that an App requests but the account has not accepted yet. */
export function waitingPermissions(app: App, { permissions }: Installation): Permissions {
  return Object.fromEntries(
    Object.entries(app.permissions).filter(([word, level]) => !grants(permissions, word, level)),
  );
}

export function acceptPermissions(installation: Installation, app: App, now: Date): void {
  installation.permissions = { ...app.permissions };
  installation.updatedAt = changeTime(installation.updatedAt, now);
}

/** Returns the permissions that both sets contain, each with the lower of its two levels. */
function weaker(held: Permissions, asked: Permissions): Permissions {
  const entries = Object.entries(held).flatMap(([word, level]) => {
    const most = asked[word];
    if (most === undefined) return [];
    return [[word, grants(asked, word, level) ? level : most]];
  });
  return Object.fromEntries(entries) as Permissions;
}
