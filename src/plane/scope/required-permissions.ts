import type { Level, Permission } from "../../credentials/apps/ceilings.ts";
import { allPermissions } from "../../credentials/apps/permission-words.ts";
import type { Settings } from "./settings.ts";

/** Returns the permissions of all packages, each at the highest required level. */
export function requiredPermissions({
  packages,
}: Pick<Settings, "packages">): Partial<Record<Permission, Level>> {
  const merged: Partial<Record<Permission, Level>> = {};
  for (const { apis, permissions } of packages) {
    for (const name of allPermissions) {
      const level = permissions[name] ?? (apis.includes(name) ? "read" : undefined);
      if (level !== undefined && merged[name] !== "write") merged[name] = level;
    }
  }
  return merged;
}
