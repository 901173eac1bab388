import type { MachineFinding } from "../../firewall/check-machine.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import { printRows } from "../../terminal/paint.ts";
import { nextRows, subjectRows } from "../../terminal/report.ts";
import type { Row } from "../../terminal/rows.ts";
import { tableRows } from "../../terminal/table.ts";
import { count } from "../../shared/count.ts";
import type { MarkState } from "../../shared/marks.ts";
import { printJson } from "./print-json.ts";

export interface DoctorReport {
  readonly subject: string;
  readonly findings: readonly MachineFinding[];
}

export function printDoctor(report: DoctorReport, { json }: { readonly json: boolean }): void {
  if (json) printJson(report);
  else printRows((style) => doctorRows(report, style));
}

const marks: Readonly<Record<MachineFinding["state"], MarkState>> = {
  pass: "done",
  fail: "failed",
  unknown: "unknown",
  absent: "skipped",
};

/**
 * Formats the report:
 *
 *  this machine   no problems found
 *
 *    WHAT        RESULT
 *  ✔ bubblewrap  root privileges are not needed
 *  ✔ curl        trusts the session CA
 *  – java        not inside
 */
export function doctorRows({ subject, findings }: DoctorReport, style: RenderOptions): Row[] {
  const wrong = findings.filter(({ state }) => state === "fail");
  const words = wrong.length === 0 ? "no problems found" : `${count(wrong.length, "problem")}`;
  const rows = findings.map(({ state, subject: name, detail: text }) => ({
    state: marks[state],
    name,
    text,
  }));
  const hints = new Map(
    findings.flatMap((finding) => finding.hints ?? []).map((hint) => [hint.text, hint]),
  );
  return [
    ...subjectRows(subject, words, style),
    [],
    ...tableRows(rows, { style, head: ["WHAT", "RESULT"] }),
    ...(hints.size === 0 ? [] : [[], ...nextRows([...hints.values()], { style })]),
  ];
}
