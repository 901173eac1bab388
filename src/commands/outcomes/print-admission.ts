import type { Admission } from "../../run/admit/admission.ts";
import {
  admissionFields,
  adviceOf,
  titleOfAdmission,
  toAdmissionDocument,
} from "../../run/admit/admission-report.ts";
import { chooseTheme } from "../../terminal/render-options.ts";
import { ourEnvironment } from "../../shared/child-environment.ts";
import { printJson } from "./print-json.ts";

/**
 * Prints the result:
 *
 *  ✖ Denied: too few requests are left.
 *    remaining: 12
 *    required: 100
 *
 * Lines are not wrapped, because CI logs do that, and loading the code that wraps lines would take
 * longer than the admission.
 */
export function printAdmission(admission: Admission): void {
  const { signs } = chooseTheme(ourEnvironment());
  const mark = admission.admitted ? signs.done : signs.failed;
  const { credential, limit } = admission;
  const lines = [
    `reason: ${admission.reason}`,
    ...(credential === undefined ? [] : [`credential: ${credential}`]),
    ...(limit === undefined ? [] : [`limit: ${limit}`]),
    ...admissionFields(admission).map(([name, value]) => `${name}: ${value}`),
    ...adviceOf(admission),
    ...admission.notes,
  ];
  const rows = [` ${mark} ${titleOfAdmission(admission)}.`, ...lines.map((line) => `   ${line}`)];
  process.stdout.write(`${rows.join("\n")}\n`);
}

/** Prints the JSON document to standard output, and the notes to standard error. */
export function printAdmissionJson(admission: Admission): void {
  printJson(toAdmissionDocument(admission));
  printNotes(admission.notes);
}

/** Prints one note per line. */
export function printNotes(notes: readonly string[]): void {
  for (const note of notes) process.stderr.write(`${note}\n`);
}
