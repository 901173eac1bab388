import type { AppRole } from "../../src/credentials/apps/app-role.ts";

/** Returns the row that shows what an App's installation can access. */
export function accessRow(role: AppRole): string {
  return role === "read" ? "Read access" : "Write access";
}
