import type { Command } from "commander";
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

export function define(command: Command): void {
  command
    .argument("<path...>", "files and folders to search")
    .option(
      "--accept-unsearched <place>",
      "file or archive entry that may stay unsearched (repeatable)",
      collect,
    )
    .option("--json", "print one JSON document")
    .addHelpText("after", examples)
    .action(run);
}

function collect(value: string, earlier: string[] = []): string[] {
  return [...earlier, value];
}

interface ScanFlags {
  readonly acceptUnsearched?: readonly string[];
  readonly json?: boolean;
}

async function run(paths: readonly string[], flags: ScanFlags): Promise<void> {
  const { scanPaths } = await import("../admission/scan/scan-paths.ts");
  const { printScan } = await import("./outcomes/print-scan.ts");
  const report = await scanPaths(paths, { accepted: flags.acceptUnsearched ?? [] });
  printScan(report, { json: flags.json ?? false });
  if (report.findings.length > 0) process.exitCode = exitCode.denied;
  else if (report.notSearched.length > 0) process.exitCode = exitCode.incomplete;
}
