import { requiredPermissions } from "../../src/control/settings-scope.ts";
import type { Settings } from "../../src/control/settings.ts";
import type { Permissions } from "../../src/credentials/ceilings.ts";

/** What a PAT is given: what the packages need, and what each run reads before it begins. */
export function patPermissions(settings: Settings): Permissions {
  return { actions: "read", contents: "read", ...requiredPermissions(settings) };
}

/** "contents: read", a line each. */
export function listPermissions(permissions: Permissions): string[] {
  return Object.entries(permissions).map(
    ([name, level]) => `${name.replaceAll("_", " ")}: ${level}`,
  );
}
