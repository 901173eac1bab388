import { appRoles } from "../../credentials/apps/app-role.ts";
import { appRecords, gateVariable, patSecret } from "../../credentials/records.ts";
import { checkPages } from "./checks/check.ts";
import type { InstallationStatus } from "./installation-rows.ts";
import { isNeeded } from "./is-needed.ts";
import type { RecordStatus } from "./record-rows.ts";
import type { StatusDocument } from "./status-document.ts";

/** Adds to each row that is not ready the section that explains how to fix it. */
export function addPages(status: StatusDocument): StatusDocument {
  const { records, installations, profile } = status;
  const isChanged = profile !== null && profile.changed.length > 0;
  return {
    ...status,
    records: records.map((record) => addRecordPage(record, status)),
    installations: installations.map(addInstallationPage),
    profile: isChanged ? { ...profile, page: checkPages.decision } : profile,
  };
}

function addInstallationPage(row: InstallationStatus): InstallationStatus {
  return row.state === "proved" ? row : { ...row, page: checkPages[`${row.role}-app-coverage`] };
}

function addRecordPage(row: RecordStatus, status: StatusDocument): RecordStatus {
  const { name, state, reason } = row;
  const isReady = state === "set" && reason === undefined;
  const isOptional = name === gateVariable || (state === "missing" && !isNeeded(name, status));
  return isReady || isOptional ? row : { ...row, page: pageOf(row) };
}

function pageOf({ name, state }: RecordStatus): string {
  if (state === "stray") return checkPages.precedence;
  if (name === patSecret) return checkPages["pat-environment"];
  const role = appRoles.find((each) => Object.values(appRecords[each]).includes(name));
  return role ? checkPages[`${role}-app-key`] : checkPages.precedence;
}
