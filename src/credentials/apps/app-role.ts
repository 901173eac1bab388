export const appRoles = ["read", "write"] as const;

/** Which of the two Apps: what reads targets, or what writes approved outputs. */
export type AppRole = (typeof appRoles)[number];

/** What the screens call an App. */
export function titleOf(role: AppRole): string {
  return role === "read" ? "Read App" : "Write App";
}

export function otherRole(role: AppRole): AppRole {
  return role === "read" ? "write" : "read";
}
