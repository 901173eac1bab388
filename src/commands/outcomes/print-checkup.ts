import type { CheckState, DoctorCheck } from "../../doctor/check.ts";
import type { DoctorDocument } from "../../doctor/examine.ts";
import type { Look } from "../../terminal/render-options.ts";
import { printRows } from "../../terminal/paint.ts";
import { subjectRows } from "../../terminal/report.ts";
import { headRows, marked, type Row } from "../../terminal/rows.ts";
import { tableRows, type TableRow } from "../../terminal/table.ts";
import { count } from "../../shared/count.ts";
import type { MarkState } from "../../shared/marks.ts";
import { printJson } from "./print-json.ts";

/** Prints what was looked at: for a person with marks and mends, or as JSON. */
export function printCheckup(document: DoctorDocument, { json }: { readonly json: boolean }): void {
  if (json) printJson(document);
  else printRows((look) => checkupRows(document, look));
}

const marks: Readonly<Record<CheckState, MarkState>> = {
  ok: "done",
  missing: "failed",
  warning: "attention",
  unknown: "unknown",
};

/**
 *  this machine, this login   as gatehouse 0.1.0 sees them
 *
 *    WHAT       WHAT WAS SEEN
 *  ✔ Node.js    v24.4.0; in support until 2028-04-30
 *  ✖ Scopes     missing: lacks workflow, for the proof workflow
 *      Next  Give the login what it lacks:
 *    gh auth refresh --hostname github.com --scopes workflow
 *
 *  ✖ Something that a setup needs is missing   1 missing, 0 unknown, 0 warnings
 */
function checkupRows({ version, ok, checks }: DoctorDocument, look: Look): Row[] {
  const of = (state: CheckState) => checks.filter((check) => check.state === state).length;
  const counts = `${of("missing")} missing, ${of("unknown")} not seen, ${count(of("warning"), "warning")}`;
  const verdict = ok
    ? "All that a setup needs is here"
    : of("missing") > 0
      ? "Something that a setup needs is missing"
      : "Not all that a setup needs was seen";
  const state = ok ? "done" : of("missing") > 0 ? "failed" : "unknown";
  return [
    ...subjectRows("this machine, this login", `as gatehouse ${version} sees them`, look),
    [],
    ...tableRows(checks.map(checkRow), { look, head: ["WHAT", "WHAT WAS SEEN"] }),
    [],
    ...headRows(verdict, counts, { look, lead: marked(look, state) }),
  ];
}

const words: Readonly<Record<CheckState, string>> = {
  ok: "",
  missing: "missing: ",
  warning: "warning: ",
  unknown: "",
};

function checkRow({ title, state, evidence, next }: DoctorCheck): TableRow {
  return {
    state: marks[state],
    name: title,
    text: `${words[state]}${evidence.join("; ")}`,
    hints: next,
  };
}
