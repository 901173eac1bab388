import { subjectRows, nextRows } from "../../terminal/report.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import type { Row } from "../../terminal/rows.ts";
import { tableRows, type TableRow } from "../../terminal/table.ts";
import { count } from "../../shared/count.ts";
import { titleOf } from "../../credentials/apps/app-role.ts";
import type { Profile } from "../../credentials/profile/choice.ts";
import { isNeeded } from "../../plane/verify/is-needed.ts";
import { summarizeStatus } from "../../plane/verify/overall-status.ts";
import type { InstallationStatus } from "../../plane/verify/installation-rows.ts";
import type { RecordStatus } from "../../plane/verify/record-rows.ts";
import type { StatusDocument } from "../../plane/verify/status-document.ts";
import type { MarkState } from "../../shared/marks.ts";

/**
 * Formats the status:
 *
 *  acme/control   incomplete · 1 thing to do · read from forge.example just now
 *
 *    WHAT       STATE                       EVIDENCE
 *  ✔ Read App   proved · acme-control-read  verified with its own key on 2026-11-21
 *  · Write App  missing                     no client ID is stored
 *
 *    RECORD                STATE  WHERE
 *  ✔ CP_FORGE_READ_APP_ID  set    repository variables
 *
 *    Next  Complete and verify the setup:
 *    gatehouse setup --repo acme/control
 */
export function statusRows(status: StatusDocument, style: RenderOptions): Row[] {
  const { repo, host, records, installations, next } = status;
  const known = [...profileRow(status), ...installations.map(installationRow)];
  const stored = records.map((record) => recordRow(record, status));
  return [
    ...subjectRows(repo, `${summarizeStatus(status)} · read from ${host} just now`, style),
    ...block(tableRows(known, { style, head: ["WHAT", "STATE", "EVIDENCE"] })),
    ...block(tableRows(stored, { style, head: ["RECORD", "STATE", "WHERE"] })),
    ...block(tableRows(wrongRows(status), { style })),
    ...block(nextRows(next, { style })),
  ];
}

/** Adds an empty row above the rows, unless the list is empty. */
function block(rows: readonly Row[]): Row[] {
  return rows.some((row) => row.length > 0) ? [[], ...rows] : [];
}

/** Display text for the credential of each profile. */
const profileWords: Readonly<Record<Profile, string>> = {
  "workflow-token": "the workflow token only",
  app: "Apps",
  pat: "a fine-grained PAT",
  stop: "none",
};

function profileRow({ profile, installations }: StatusDocument): TableRow[] {
  if (!profile) return [];
  const { decidedBy, decidedAt, changed, page } = profile;
  const isApps = profile.profile === "app" && installations.length > 0;
  const name = isApps ? count(installations.length, "App") : profileWords[profile.profile];
  const how = `decided by ${decidedBy} on ${decidedAt.slice(0, 10)}`;
  if (changed.length === 0) return [{ state: "done", name: "Profile", text: name, how }];
  const text = `${name}; changed since: ${changed.join(", ")}`;
  return [{ state: "attention", name: "Profile", text, how, below: pageLines(page) }];
}

const marksOfInstallations: Readonly<Record<InstallationStatus["state"], MarkState>> = {
  proved: "done",
  unknown: "unknown",
  missing: "answer",
  wrong: "failed",
};

function installationRow({ role, app, state, reason, page }: InstallationStatus): TableRow {
  const text = app === undefined ? state : `${state} · ${app}`;
  const below = pageLines(page);
  return { state: marksOfInstallations[state], name: titleOf(role), text, how: reason, below };
}

const marksOfRecords: Readonly<Record<RecordStatus["state"], MarkState>> = {
  set: "done",
  missing: "answer",
  half: "failed",
  wrong: "failed",
  stray: "attention",
  unknown: "unknown",
};

/** Formats a record. A stored but unverified record is marked as unknown. */
function recordRow(record: RecordStatus, status: StatusDocument): TableRow {
  const { name, state, reason, page } = record;
  const how = placeOf(record);
  if (state === "missing" && !isNeeded(name, status))
    return { state: "skipped", name, text: "not needed", how };
  const mark = state === "set" && reason !== undefined ? "unknown" : marksOfRecords[state];
  const below = [...(reason === undefined ? [] : [reason]), ...pageLines(page)];
  return { state: mark, name, text: wordsOf(record), how, below };
}

function wordsOf({ state, kind }: RecordStatus): string {
  if (state === "half")
    return kind === "variable" ? "incomplete: no key" : "incomplete: no client ID";
  if (state === "wrong") return "invalid: not a client ID";
  return state;
}

/**
 * Formats the location: `repository variables`, or `environment control-plane`, which only has
 * secrets.
 */
function placeOf({ kind, location }: RecordStatus): string {
  const hasName = location.includes(" ");
  return hasName ? location : `${location} ${kind}s`;
}

export function wrongRows({ wrong }: Pick<StatusDocument, "wrong">): TableRow[] {
  return wrong.map(({ title, evidence, page }) => ({
    state: "failed",
    name: title,
    text: "wrong",
    below: [...evidence.flatMap((text) => text.split("\n")), ...pageLines(page)],
  }));
}

/** Returns the line with the URL of the page for a row that is not ready. */
export function pageLines(page: string | undefined): string[] {
  return page === undefined ? [] : [page];
}
