import type { AppRole } from "./apps/app-role.ts";
import { appRecords, patSecret } from "./records.ts";

/** What a control plane authenticates with: the keys of its Apps, the fine-grained PAT, a run's own token. */
export type Credential = StoredCredential | "workflow-token";

/** A credential that is stored, and so can leak and be replaced. */
export type StoredCredential = `${AppRole}-app` | "pat";

export const storedCredentials: readonly StoredCredential[] = ["read-app", "write-app", "pat"];

export const credentials: readonly Credential[] = [...storedCredentials, "workflow-token"];

/** What screens and records call a stored one. */
export function titleOfCredential(credential: StoredCredential): string {
  return { "read-app": "Read App", "write-app": "Write App", pat: "fine-grained PAT" }[credential];
}

/** What people call it in a sentence. */
export function nameCredential(credential: Credential): string {
  const words = {
    "read-app": "read App",
    "write-app": "write App",
    pat: "PAT",
    "workflow-token": "workflow token",
  };
  return words[credential];
}

/** The App whose key it is; none for a token. */
export function roleOf(credential: Credential): AppRole | undefined {
  const roles = {
    "read-app": "read",
    "write-app": "write",
    pat: undefined,
    "workflow-token": undefined,
  } as const;
  return roles[credential];
}

/** The secret that it is stored in. */
export function secretNameOf(credential: StoredCredential): string {
  const role = roleOf(credential);
  return role === undefined ? patSecret : appRecords[role].secret;
}
