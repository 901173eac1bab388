import type { AppRole } from "./apps/app-role.ts";
import { appRecords, patSecret } from "./records.ts";

/**
 * A control plane's means of authentication: an App key, the fine-grained PAT, or a run's own
 * token.
 */
export type Credential = StoredCredential | "workflow-token";

export const appCredentials = ["read-app", "write-app"] as const satisfies `${AppRole}-app`[];

/** The key of one of the Apps. */
export type AppCredential = (typeof appCredentials)[number];

export const storedCredentials = [...appCredentials, "pat"] as const;

/** A stored credential, which can leak and be replaced. */
export type StoredCredential = (typeof storedCredentials)[number];

export const credentials: readonly Credential[] = [...storedCredentials, "workflow-token"];

/** Returns the name of a stored credential for screens and records. */
export function titleOfCredential(credential: StoredCredential): string {
  return { "read-app": "Read App", "write-app": "Write App", pat: "fine-grained PAT" }[credential];
}

/** Returns the name of a credential for use in a sentence. */
export function nameCredential(credential: Credential): string {
  const words = {
    "read-app": "read App",
    "write-app": "write App",
    pat: "PAT",
    "workflow-token": "workflow token",
  };
  return words[credential];
}

/** Returns the App that a key belongs to; undefined for a token. */
export function roleOf(credential: Credential): AppRole | undefined {
  const roles = {
    "read-app": "read",
    "write-app": "write",
    pat: undefined,
    "workflow-token": undefined,
  } as const;
  return roles[credential];
}

/** Returns the name of the secret that stores a credential. */
export function secretNameOf(credential: StoredCredential): string {
  const role = roleOf(credential);
  return role === undefined ? patSecret : appRecords[role].secret;
}
