import { subjectRows, nextRows } from "../../terminal/report.ts";
import type { Look } from "../../terminal/render-options.ts";
import type { Row } from "../../terminal/rows.ts";
import { tableRows, type TableRow } from "../../terminal/table.ts";
import { count } from "../../shared/count.ts";
import { titleOf } from "../../credentials/apps/app-role.ts";
import type { Profile } from "../../credentials/profile/choice.ts";
import { isNeeded } from "../../plane/verify/is-needed.ts";
import { standings } from "../../plane/verify/overall-status.ts";
import type { InstallationStatus } from "../../plane/verify/installation-rows.ts";
import type { RecordStatus } from "../../plane/verify/record-rows.ts";
import type { StatusDocument } from "../../plane/verify/status-document.ts";
import type { MarkState } from "../../shared/marks.ts";

/**
 *  acme/control   incomplete · 1 thing to do · asked forge.example just now
 *
 *    WHAT       STATE                       HOW IT IS KNOWN
 *  ✔ Read App   proved · acme-control-read  seen with its own key on 2026-11-21; unchanged since
 *  · Write App  missing                     no client ID is stored
 *
 *    RECORD                STATE  WHERE
 *  ✔ CP_FORGE_READ_APP_ID  set    repository variables
 *
 *    Next  Complete and prove the setup:
 *    gatehouse setup --repo acme/control
 */
export function statusRows(status: StatusDocument, look: Look): Row[] {
  const { repo, host, standing, records, installations, next } = status;
  const todo = next.length === 0 ? "nothing to do" : `${count(next.length, "thing")} to do`;
  const known = [...profileRow(status), ...installations.map(installationRow)];
  const stored = records.map((record) => recordRow(record, status));
  return [
    ...subjectRows(repo, `${standings[standing]} · ${todo} · asked ${host} just now`, look),
    ...block(tableRows(known, { look, head: ["WHAT", "STATE", "HOW IT IS KNOWN"] })),
    ...block(tableRows(stored, { look, head: ["RECORD", "STATE", "WHERE"] })),
    ...block(tableRows(wrongRows(status), { look })),
    ...block(nextRows(next, { look })),
  ];
}

/** Rows that stand by themselves, where there are any. */
function block(rows: readonly Row[]): Row[] {
  return rows.some((row) => row.length > 0) ? [[], ...rows] : [];
}

/** What each profile runs on, in words. */
const profileWords: Readonly<Record<Profile, string>> = {
  "workflow-token": "the workflow token alone",
  app: "Apps",
  pat: "a fine-grained PAT",
  stop: "none",
};

function profileRow({ profile, installations }: StatusDocument): TableRow[] {
  if (!profile) return [];
  const { decidedBy, decidedAt, changed } = profile;
  const isApps = profile.profile === "app" && installations.length > 0;
  const name = isApps ? count(installations.length, "App") : profileWords[profile.profile];
  const how = `decided by ${decidedBy} on ${decidedAt.slice(0, 10)}`;
  if (changed.length === 0) return [{ state: "done", name: "Profile", text: name, how }];
  const text = `${name}; changed since: ${changed.join(", ")}`;
  return [{ state: "attention", name: "Profile", text, how }];
}

const marksOfInstallations: Readonly<Record<InstallationStatus["state"], MarkState>> = {
  proved: "done",
  unknown: "unknown",
  missing: "answer",
  wrong: "failed",
};

function installationRow({ role, app, state, because }: InstallationStatus): TableRow {
  const text = app === undefined ? state : `${state} · ${app}`;
  return { state: marksOfInstallations[state], name: titleOf(role), text, how: because };
}

const marksOfRecords: Readonly<Record<RecordStatus["state"], MarkState>> = {
  set: "done",
  missing: "answer",
  half: "failed",
  wrong: "failed",
  stray: "attention",
  unknown: "unknown",
};

/** What is not known of one that is there is told by its mark, too. */
function recordRow(record: RecordStatus, status: StatusDocument): TableRow {
  const { name, state, because } = record;
  const how = placeOf(record);
  if (state === "missing" && !isNeeded(name, status))
    return { state: "skipped", name, text: "not needed", how };
  const mark = state === "set" && because !== undefined ? "unknown" : marksOfRecords[state];
  const below = because === undefined ? [] : [because];
  return { state: mark, name, text: wordsOf(record), how, below };
}

function wordsOf({ state, kind }: RecordStatus): string {
  if (state === "half") return kind === "variable" ? "half: no key" : "half: no client ID";
  if (state === "wrong") return "wrong: no client ID";
  return state;
}

/** `repository variables`, `environment control-plane`, which has secrets only. */
function placeOf({ kind, location }: RecordStatus): string {
  const hasName = location.includes(" ");
  return hasName ? location : `${location} ${kind}s`;
}

/** What the review fails by. */
export function wrongRows({ wrong }: Pick<StatusDocument, "wrong">): TableRow[] {
  return wrong.map(({ title, evidence }) => ({
    state: "failed",
    name: title,
    text: "wrong",
    below: evidence.flatMap((said) => said.split("\n")),
  }));
}
