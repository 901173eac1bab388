import { defineCommand } from "../cli/command.ts";
import { json } from "../cli/options.ts";
import { exitCode } from "../shared/errors.ts";

const examples = `
Examples:
  $ gatehouse scan control-precompute.json
  $ gatehouse scan artifacts logs.zip cache.tar.gz --json
  $ gatehouse scan artifacts --accept-unsearched artifacts/photo.jpg

Searches files, folders, and what is packed there by zip, gzip, tar, deb, PNG
and PDF. Prints the place and the kind of each credential, never any of it.
A credential in a form that no pattern describes is not found.

What cannot be searched is not a pass: look at it, then name it with
--accept-unsearched. It is listed anyway.

Exit codes:
  0  no credential was found, and everything was searched or accepted
  2  a path was not found
  5  something could not be searched
  6  a credential was found`;

export const scan = defineCommand({
  arguments: { path: { summary: "files and folders to search", isVariadic: true } },
  options: {
    acceptUnsearched: {
      value: "place",
      many: "each",
      summary: "file or archive entry that may stay unsearched (repeatable)",
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
