import { appRecords, patSecret } from "../../credentials/records.ts";
import type { StatusDocument } from "./status-document.ts";

type Known = Pick<StatusDocument, "complete" | "profile" | "installations">;

/** Whether a record that is missing is missed: only a profile that still fits the scope tells, or that all is complete. */
export function isNeeded(name: string, { complete, profile, installations }: Known): boolean {
  if (complete) return false;
  if (!profile || profile.changed.length > 0) return true;
  if (name === patSecret) return profile.profile === "pat";
  return installations.some(({ role }) => {
    const { variable, secret } = appRecords[role];
    return name === variable || name === secret;
  });
}
