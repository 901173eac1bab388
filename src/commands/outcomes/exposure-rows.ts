import { listNext } from "../../plane/exposed/list-next.ts";
import { nameStep } from "../../plane/exposed/exposure.ts";
import type {
  ExposureEntry,
  ExposureRecord,
  ExposureResult,
} from "../../plane/exposed/exposure.ts";
import { neverSearched } from "../../plane/exposed/search.ts";
import type { ExposureSearch } from "../../plane/exposed/search.ts";
import type { CommandFormatter } from "../../plane/repository/command-line.ts";
import { titleOfCredential } from "../../credentials/credential.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import { nextRows, subjectRows } from "../../terminal/report.ts";
import {
  factRows,
  hanging,
  indented,
  lineRows,
  noRail,
  textRows,
  type Row,
} from "../../terminal/rows.ts";
import { tableRows, type TableRow } from "../../terminal/table.ts";
import { count } from "../../shared/count.ts";
import type { MarkState } from "../../shared/marks.ts";

const marksOfResults: Readonly<Record<ExposureResult, MarkState>> = {
  done: "done",
  reported: "reported",
  partial: "attention",
  failed: "failed",
  skipped: "skipped",
  unknown: "unknown",
};

/**
 * Formats the complete record for a screen or a file. It does not contain secrets.
 *
 *  acme/control   suspected exposure on forge.example · closed
 *
 *    Incident     2026-11-21T09:00:00.000Z, opened by mona
 *
 *    STEP                  RESULT  TIME AND OPERATOR
 *  ✔ Kill switches         done    2026-11-21T09:00:00.000Z, mona
 *      It is so.
 */
export function exposureRows(
  record: ExposureRecord,
  command: CommandFormatter,
  style: RenderOptions,
): Row[] {
  const { host, repository, incident, state, credentials, entries, open } = record;
  const search = entries.findLast((entry) => entry.search !== undefined)?.search;
  const facts = [
    { name: "Incident", text: `${incident.openedAt}, opened by ${incident.openedBy}` },
    { name: "State", text: state },
    { name: "Credentials", text: credentials.map(titleOfCredential).join(", ") },
    { name: "Review packages", text: incident.packages.join(", ") || "none named" },
  ];
  return [
    ...subjectRows(repository, `suspected exposure on ${host} · ${state}`, style),
    [],
    ...factRows(facts, { style }),
    [],
    ...textRows("Times are UTC. Reported steps are stated by the operator, not verified.", {
      style,
    }),
    ...tableRows(entries.map(entryRow), { style, head: ["STEP", "RESULT", "TIME AND OPERATOR"] }),
    ...(search ? [[], ...searchRows(search, style)] : []),
    ...(open.length > 0 ? [[], ...section("Still open", open, style)] : []),
    [],
    ...nextRows(listNext(record, command), { style }),
  ];
}

function entryRow({ step, at, by, result, statement, evidence }: ExposureEntry): TableRow {
  return {
    state: marksOfResults[result],
    name: nameStep(step),
    text: result,
    how: `${at}, ${by}`,
    below: [statement, ...evidence],
  };
}

function searchRows(search: ExposureSearch, style: RenderOptions): Row[] {
  const { since, until, by, searched, findings, notSearched } = search;
  const how =
    by === "value"
      ? "the credential itself, and anything that looks like a key or token"
      : "anything that looks like a key or token; the credential itself was not available";
  const where = `${count(searched.logs, "job log")}; issues, comments, pull requests: ${searched.outputs}`;
  const found = findings.flatMap((finding) => [`${finding.what}: ${finding.where}`, finding.link]);
  const unknown = notSearched.map((part) => `${part.where}: ${part.reason}`);
  return [
    ...section(`Search from ${since} to ${until}`, [`for ${how}`, `in ${where}`], style),
    ...section("Found", found, style),
    ...section("Not searched, result unknown", unknown, style),
    ...section("Never searched", neverSearched, style),
  ];
}

const within = hanging(indented(noRail, 2));

function section(title: string, lines: readonly string[], style: RenderOptions): Row[] {
  return [
    ...textRows(title, { style, tone: "strong" }),
    ...(lines.length === 0 ? ["nothing"] : lines).flatMap((line) =>
      lineRows(line, { style, prefix: within }),
    ),
  ];
}
