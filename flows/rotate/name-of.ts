import { titleOf } from "../../src/credentials/apps/app-role.ts";
import { roleOf } from "../../src/credentials/credential.ts";
import type { StoredCredential } from "../../src/credentials/credential.ts";

/** Returns the display name of a credential in a rotation. */
export function nameOf(credential: StoredCredential): string {
  const role = roleOf(credential);
  return role === undefined ? "PAT" : titleOf(role);
}
