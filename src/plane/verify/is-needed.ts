import { appRecords, patSecret } from "../../credentials/records.ts";
import type { StatusDocument } from "./status-document.ts";

type Known = Pick<StatusDocument, "complete" | "profile" | "installations">;

/**
 * Returns whether a missing record is needed. It is not needed if the control plane is complete, or
 * if the profile still fits the scope and does not use the record.
 */
export function isNeeded(name: string, { complete, profile, installations }: Known): boolean {
  if (complete) return false;
  if (!profile || profile.changed.length > 0) return true;
  if (name === patSecret) return profile.profile === "pat";
  return installations.some(({ role }) => {
    const { variable, secret } = appRecords[role];
    return name === variable || name === secret;
  });
}
