import type { Repository } from "./repository.ts";
import type { Account, App, Installation, World } from "./world.ts";

/** Compares names as GitHub does, ignoring case. */
export function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

export function fullName(repository: Repository): string {
  return `${repository.owner}/${repository.name}`;
}

export function findAccount(world: World, login: string): Account | undefined {
  return world.accounts.find((account) => sameName(account.login, login));
}

/** Returns the account with this login, which must exist because the state refers to it. */
export function getAccount(world: World, login: string): Account {
  const account = findAccount(world, login);
  if (!account) throw new Error(`the state refers to an unknown account: ${login}`);
  return account;
}

export function findOrganization(world: World, login: string): Account | undefined {
  const account = findAccount(world, login);
  return account?.type === "Organization" ? account : undefined;
}

export function findRepository(world: World, name: string): Repository | undefined {
  return world.repositories.find((repository) => sameName(fullName(repository), name));
}

export function repositoriesOf(world: World, owner: string): Repository[] {
  return world.repositories.filter((repository) => sameName(repository.owner, owner));
}

export function findApp(world: World, slug: string): App | undefined {
  return world.apps.find((app) => sameName(app.slug, slug));
}

export function getApp(world: World, id: number): App {
  const app = world.apps.find((each) => each.id === id);
  if (!app) throw new Error(`the state refers to an unknown App: ${id}`);
  return app;
}

export function findInstallation(world: World, app: App, account: string) {
  return world.installations.find(
    (each) => each.appId === app.id && sameName(each.account, account),
  );
}

/**
 * Returns the repositories that an installation currently covers. The selection `all` includes new
 * repositories.
 */
export function installedRepositories(world: World, installation: Installation): Repository[] {
  const owned = repositoriesOf(world, installation.account);
  if (installation.selection === "all") return owned;
  return owned.filter(({ id }) => installation.repositoryIds.includes(id));
}

/**
 * Returns the user's role in an organization, or undefined if the user does not have an active
 * membership.
 */
export function roleInOrganization(world: World, user: string, organization: string) {
  const membership = world.memberships.find(
    (each) => sameName(each.user, user) && sameName(each.organization, organization),
  );
  return membership?.state === "active" ? membership.role : undefined;
}

/** Returns whether the account is the user's own, or an organization that the user owns. */
export function owns(world: World, user: string, account: string): boolean {
  return sameName(user, account) || roleInOrganization(world, user, account) === "admin";
}
