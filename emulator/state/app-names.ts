import { wire } from "../wire.ts";
import { findAccount, findApp, owns, sameName } from "./find.ts";
import type { World } from "./world.ts";

const longestName = 34;
const mostApps = 100;

/** Returns an App's slug: its name as used in URLs. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}

/**
 * Returns the problems with this name for a new App of `owner`. The list is empty if the name is
 * valid and available.
 */
export function nameProblems(
  world: World,
  { name, owner, viewer }: { name: string; owner: string; viewer: string },
): string[] {
  const slug = slugOf(name);
  if (slug === "") return ["Name can't be blank"];
  if (name.length > longestName) return [`Name is too long (maximum is ${longestName} characters)`];
  if (wire.reservedAppNames.some((word) => slug === word || slug.startsWith(`${word}-`))) {
    return [`Name should not begin with ${wire.reservedAppNames.join(" or ")}`];
  }
  const account = findAccount(world, slug);
  if (account && !owns(world, viewer, account.login)) return [`Name is reserved for an account`];
  if (findApp(world, slug)) return ["Name is already taken"];
  const own = world.apps.filter((app) => sameName(app.owner, owner));
  return own.length >= mostApps ? [`${owner} already has the maximum of ${mostApps} Apps`] : [];
}
