/** Which of the two Apps: what reads targets, or what writes approved outputs. */
export type AppRole = "read" | "write";

export const appRoles: readonly AppRole[] = ["read", "write"];

/** What the screens call an App. */
export function titleOf(role: AppRole): string {
  return role === "read" ? "Read App" : "Write App";
}
