import { appRoles } from "../../src/credentials/apps/app-role.ts";
import type { StoredCredential } from "../../src/credentials/credential.ts";
import { accessRow } from "../shared/rows.ts";
import { nameOf } from "./name-of.ts";

/** Returns the rows of the progress log, in order. */
export function rotationOutline(credentials: readonly StoredCredential[]): string[] {
  const apps = credentials.filter((each) => each !== "pat").map(nameOf);
  return [
    ...apps.map((name) => `${name} key`),
    ...(apps.length > 0 ? ["Validation"] : []),
    ...apps.map((name) => `Old ${name} key`),
    ...(apps.length > 0 ? appRoles.map(accessRow) : []),
    ...(credentials.includes("pat") ? ["PAT", "PAT validation", "Old PAT"] : []),
  ];
}
