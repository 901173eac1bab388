import { defineCommand } from "../cli/command.ts";
import { json } from "../cli/options.ts";
import { exitCode } from "../shared/errors.ts";

const examples = `
Examples:
  $ gatehouse scan control-precompute.json
  $ gatehouse scan artifacts logs.zip cache.tar.gz --json
  $ gatehouse scan artifacts --accept-unsearched artifacts/photo.jpg

Searches files and directories, including zip, gzip, tar, deb, PNG and PDF
contents. Prints the location and kind of each credential, never its value.
A credential that matches no known pattern is not found.

A file that cannot be searched does not count as passed: inspect it, then name
it with --accept-unsearched. The file is still listed.

Exit codes:
  0  no credential was found, and everything was searched or accepted
  2  a path was not found
  5  something could not be searched
  6  a credential was found`;

export const scan = defineCommand({
  arguments: { path: { summary: "files and directories to search", isVariadic: true } },
  options: {
    acceptUnsearched: {
      value: "place",
      many: "each",
      summary: "file or archive entry to accept without a search (repeatable)",
    },
    json,
  },
  notes: examples,
  async run(flags, { path: paths }) {
    const { scanPaths } = await import("../run/scan/scan-paths.ts");
    const { printScan } = await import("./outcomes/print-scan.ts");
    const report = await scanPaths(paths, { accepted: flags.acceptUnsearched ?? [] });
    printScan(report, { json: flags.json ?? false });
    if (report.findings.length > 0) process.exitCode = exitCode.denied;
    else if (report.notSearched.length > 0) process.exitCode = exitCode.incomplete;
  },
});
