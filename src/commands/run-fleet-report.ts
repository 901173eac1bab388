import { readFleetList } from "../plane/fleet/fleet-list.ts";
import { writeFleetMarkdown } from "../plane/fleet/fleet-markdown.ts";
import { composeFleetReport } from "../plane/fleet/fleet-report.ts";
import { readChecks, writeKept } from "../plane/fleet/check-file.ts";
import { toLoggedJson } from "../plane/fleet/logged-json.ts";
import { addToSummary } from "../forge/run-step.ts";
import { printRows } from "../terminal/paint.ts";
import { ourEnvironment } from "../shared/child-environment.ts";
import { exitCode } from "../shared/errors.ts";
import { fleetRows } from "./outcomes/print-fleet.ts";

export interface ReportOptions {
  readonly repos?: string;
  readonly output?: string;
  readonly json?: boolean;
}

/** Runs `gatehouse fleet report`. */
export async function runReport(
  folder: string,
  { repos, output, json }: ReportOptions,
): Promise<void> {
  const expected = repos === undefined ? [] : await readFleetList([], repos);
  const names = expected.map(({ full }) => full);
  const report = composeFleetReport(await readChecks(folder), names, new Date());
  addToSummary(ourEnvironment(), writeFleetMarkdown(report, output));
  if (json) process.stdout.write(toLoggedJson(report));
  else printRows((style) => fleetRows(report, style));
  // The report is printed first, so that it is not lost if the file cannot be written.
  if (output !== undefined) await writeKept(output, report);
  if (report.needsPerson) process.exitCode = exitCode.incomplete;
}
