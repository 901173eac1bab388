import { CommanderError } from "commander";
import { UserError, exitCode } from "./shared/errors.ts";
import type { ExitCode } from "./shared/errors.ts";
import { marks } from "./shared/marks.ts";
import { printText, printable } from "./shared/print-text.ts";
import { redact } from "./shared/redact.ts";

const reportAt = "the issue tracker of gatehouse";

/** Says on standard error what went wrong and what to do, and answers the exit code. */
export function printError(error: unknown): ExitCode {
  if (error instanceof CommanderError) return printUsage(error);
  if (error instanceof UserError) {
    print(`${marks.failed} ${error.message}`);
    for (const { say, command, link } of error.hints) {
      print(`  ${say}${command === undefined && link === undefined ? "" : ":"}`);
      if (command !== undefined) print(`    ${command}`);
      if (link !== undefined) print(`    ${link}`);
    }
    return error.exitCode;
  }
  const what = error instanceof Error ? (error.stack ?? error.message) : String(error);
  print(
    `${marks.failed} This is a bug of gatehouse. Please report it, with these lines, at ${reportAt}:\n${what}`,
  );
  return exitCode.bug;
}

function printUsage({ exitCode: code, message }: CommanderError): ExitCode {
  // Help and version end through here too, and have printed themselves.
  if (code === 0) return exitCode.done;
  print(message.replace(/^error: /, `${marks.failed} `));
  print("  See the options:\n    gatehouse --help");
  return exitCode.usage;
}

function print(text: string): void {
  // First what a terminal would swallow: a token that is parted by it is known again.
  printText(`${redact(printable(text))}\n`, process.stderr);
}
