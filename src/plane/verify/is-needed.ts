import { appRecords, patSecret } from "../../credentials/records.ts";
import type { StatusDocument } from "./status-document.ts";

type Known = Pick<StatusDocument, "complete" | "profile" | "installations">;

/**
 * Returns whether a missing record is needed. A complete control plane does not need it. Otherwise,
 * only a profile that still fits the scope can show that the record is not needed.
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
