import type { ScanReport } from "../../run/scan/scan-paths.ts";
import type { RenderOptions } from "../../terminal/render-options.ts";
import { printRows } from "../../terminal/paint.ts";
import { marked, textRows, type Row } from "../../terminal/rows.ts";
import { tableRows } from "../../terminal/table.ts";
import { count } from "../../shared/count.ts";
import { printJson } from "./print-json.ts";

export function printScan(report: ScanReport, { json }: { readonly json: boolean }): void {
  if (json) printJson(report);
  else printRows((style) => scanRows(report, style));
}

/**
 * Formats the report:
 *
 *  ✖ 1 credential in 3 files
 *
 *    WHERE            WHAT
 *  ✖ logs.zip!job:12  forge token
 *  ? cache.tar        not searched: it ends too early
 */
function scanRows(report: ScanReport, style: RenderOptions): Row[] {
  const { findings, notSearched, accepted, unmatched, links, files } = report;
  const where = count(files, "file");
  const state = findings.length > 0 ? "failed" : notSearched.length > 0 ? "unknown" : "done";
  const words = {
    failed: `${count(findings.length, "credential")} in ${where}`,
    unknown: `No credential found in ${where}, but ${count(notSearched.length, "location")} could not be searched`,
    done: `No credential found in ${where}`,
  };
  const rows = [
    ...findings.map(({ location, kind }) => ({
      state: "failed" as const,
      name: location,
      text: kind,
    })),
    ...notSearched.map(({ location, reason }) => ({
      state: "unknown" as const,
      name: location,
      text: `not searched: ${reason}`,
    })),
    ...accepted.map(({ location, reason }) => ({
      state: "skipped" as const,
      name: location,
      text: `not searched, accepted: ${reason}`,
    })),
    ...unmatched.map((name) => ({
      state: "unknown" as const,
      name,
      text: "accepted, but not found among the unsearched files",
    })),
    ...links.map((name) => ({
      state: "skipped" as const,
      name,
      text: "symbolic link, not followed",
    })),
  ];
  return [
    ...textRows(`${words[state]}.`, { style, prefix: marked(style, state), tone: "strong" }),
    ...(rows.length === 0 ? [] : [[], ...tableRows(rows, { style, head: ["WHERE", "WHAT"] })]),
  ];
}
