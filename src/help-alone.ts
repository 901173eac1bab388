import { commandGroups } from "./command-groups.ts";
import { printHelp } from "./print-help.ts";
import { asksForVersion } from "./route-help.ts";
import { runGuarded } from "./run-guarded.ts";
import { topHelp } from "./top-help.ts";

declare const GATEHOUSE_VERSION: string;

/** `gatehouse --help` and `--version`, without what reads the line of a command. */
function helpAlone(): Promise<void> {
  if (asksForVersion(process.argv.slice(2))) process.stdout.write(`${GATEHOUSE_VERSION}\n`);
  else printHelp(topHelp(commandGroups, process.stdout.columns || 80));
  return Promise.resolve();
}

void runGuarded(helpAlone);
