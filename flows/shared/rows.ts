import type { AppRole } from "../../src/credentials/apps/app-role.ts";

/** Returns the row for the access of an App's installation. */
export function accessRow(role: AppRole): string {
  return role === "read" ? "Read access" : "Write access";
}
