import type { AppRole } from "../../src/credentials/apps/app-role.ts";

/** The row of what an App reaches, which its installation gives it. */
export function accessRow(role: AppRole): string {
  return role === "read" ? "Read access" : "Write access";
}
