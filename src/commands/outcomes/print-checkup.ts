import type { CheckState, DoctorCheck } from "../../doctor/check.ts";
import type { DoctorDocument } from "../../doctor/examine.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import { printRows } from "../../terminal/paint.ts";
import { subjectRows } from "../../terminal/report.ts";
import { headRows, marked, type Row } from "../../terminal/rows.ts";
import { tableRows, type TableRow } from "../../terminal/table.ts";
import { count } from "../../shared/count.ts";
import type { MarkState } from "../../shared/marks.ts";
import { printJson } from "./print-json.ts";

/** Prints the checks: with marks and fixes, or as JSON. */
export function printCheckup(document: DoctorDocument, { json }: { readonly json: boolean }): void {
  if (json) printJson(document);
  else printRows((style) => checkupRows(document, style));
}

const marks: Readonly<Record<CheckState, MarkState>> = {
  ok: "done",
  missing: "failed",
  warning: "attention",
  unknown: "unknown",
};

/**
 * Formats the checks:
 *
 *  this machine and account   checked by gatehouse 0.1.0
 *
 *    WHAT       RESULT
 *  ✔ Node.js    v24.4.0; in support until 2028-04-30
 *  ✖ Scopes     missing: lacks workflow, for the proof workflow
 *      Next  Add the missing scope:
 *    gh auth refresh --hostname github.com --scopes workflow
 *
 *  ✖ A requirement of setup is missing   1 missing, 0 unknown, 0 warnings
 */
function checkupRows({ version, ok, checks }: DoctorDocument, style: RenderOptions): Row[] {
  const of = (state: CheckState) => checks.filter((check) => check.state === state).length;
  const counts = `${of("missing")} missing, ${of("unknown")} unknown, ${count(of("warning"), "warning")}`;
  const verdict = ok
    ? "All requirements of setup are met"
    : of("missing") > 0
      ? "A requirement of setup is missing"
      : "Some requirements of setup could not be checked";
  const state = ok ? "done" : of("missing") > 0 ? "failed" : "unknown";
  return [
    ...subjectRows("this machine and account", `checked by gatehouse ${version}`, style),
    [],
    ...tableRows(checks.map(checkRow), { style, head: ["WHAT", "RESULT"] }),
    [],
    ...headRows(verdict, counts, { style, prefix: marked(style, state) }),
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
