import type { Command } from "commander";
import { exitCode } from "../shared/errors.ts";

const examples = `
Examples:
  $ gatehouse scan control-precompute.json
  $ gatehouse scan artifacts logs.zip cache.tar.gz --json

Searches files, folders, and what is packed there by zip, gzip and tar. Prints
where a credential stands and what it is, never any of it.

Ends with 0 when there is none, with 6 when there is one, and with 2 when a
path is not there or something could not be searched.`;

export function define(command: Command): void {
  command
    .argument("<path...>", "files and folders to search")
    .option("--json", "print one JSON document")
    .addHelpText("after", examples)
    .action(run);
}

async function run(paths: readonly string[], { json = false }: { json?: boolean }): Promise<void> {
  const { scanPaths } = await import("../admission/scan/scan-paths.ts");
  const { printScan } = await import("./outcomes/print-scan.ts");
  const report = await scanPaths(paths);
  printScan(report, { json });
  if (report.findings.length > 0) process.exitCode = exitCode.denied;
  else if (report.unread.length > 0) process.exitCode = exitCode.usage;
}
