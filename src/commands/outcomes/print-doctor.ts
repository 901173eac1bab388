import type { MachineFinding } from "../../firewall/check-machine.ts";
import type { Look } from "../../terminal/render-options.ts";
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
  else printRows((look) => doctorRows(report, look));
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
export function doctorRows({ subject, findings }: DoctorReport, look: Look): Row[] {
  const wrong = findings.filter(({ state }) => state === "fail");
  const words = wrong.length === 0 ? "no problems found" : `${count(wrong.length, "problem")}`;
  const rows = findings.map(({ state, subject: name, detail: text }) => ({
    state: marks[state],
    name,
    text,
  }));
  const hints = new Map(
    findings.flatMap((finding) => finding.hints ?? []).map((hint) => [hint.say, hint]),
  );
  return [
    ...subjectRows(subject, words, look),
    [],
    ...tableRows(rows, { look, head: ["WHAT", "RESULT"] }),
    ...(hints.size === 0 ? [] : [[], ...nextRows([...hints.values()], { look })]),
  ];
}
