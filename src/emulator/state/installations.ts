import { changeTime, timestamp } from "./timestamp.ts";
import { sameName } from "./find.ts";
import { nextId, type App, type Installation, type World } from "./world.ts";

export interface Selection {
  selection: Installation["selection"];
  repositoryIds: number[];
}

/** Installs an App with the permissions that it asks for now. Requests for it are answered. */
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

export function changeSelection(installation: Installation, wish: Selection, now: Date): void {
  installation.selection = wish.selection;
  installation.repositoryIds = wish.repositoryIds;
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

/** Tokens of an installation die with it. */
export function removeInstallation(world: World, installation: Installation): void {
  world.installations = world.installations.filter((each) => each !== installation);
  world.tokens = world.tokens.filter(({ installationId }) => installationId !== installation.id);
}

/** An App takes its installations, their tokens and its open codes along. */
export function removeApp(world: World, app: App): void {
  for (const installation of world.installations.filter(({ appId }) => appId === app.id)) {
    removeInstallation(world, installation);
  }
  world.manifestCodes = world.manifestCodes.filter(({ appId }) => appId !== app.id);
  world.installationRequests = world.installationRequests.filter(({ appId }) => appId !== app.id);
  world.apps = world.apps.filter((each) => each !== app);
}
