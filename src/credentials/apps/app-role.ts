export const appRoles = ["read", "write"] as const;

/** One of the two Apps: the read App reads targets, the write App applies approved outputs. */
export type AppRole = (typeof appRoles)[number];

export function titleOf(role: AppRole): string {
  return role === "read" ? "Read App" : "Write App";
}

export function otherRole(role: AppRole): AppRole {
  return role === "read" ? "write" : "read";
}
