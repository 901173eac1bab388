import type { Command } from "commander";
import type { CompileOptions } from "./run-compile.ts";

const examples = `
Examples:
  $ gatehouse compile                   all definitions below agents/
  $ gatehouse compile agents/probe.md   writes agents/probe.yml
  $ gatehouse compile agents/probe.md --stdout
  $ gatehouse compile --check           in CI: is each still its definition's?
  $ gatehouse compile --watch           compiles again when a file changes

Says all that is wrong at once, with its place; nothing is written then.

Ends with 0 when all is well, 2 when a definition is wrong, 5 when --check found
a pipeline that is not its definition's.`;

export function define(command: Command): void {
  command
    .argument("[paths...]", "definitions, or folders with some; without: agents/")
    .option("-o, --output <file>", "where the pipeline goes, of one definition")
    .option("--stdout", "print the pipeline of one definition")
    .option("--check", "write nothing; say what differs from what is there")
    .option("--strict", "take warnings for errors")
    .option("--watch", "compile again whenever a definition changes, until Ctrl-C")
    .option("--brand <name>", "whose words definitions use: forge or github")
    .option("--json", "print one JSON document")
    .addHelpText("after", examples)
    .action(async (paths: readonly string[], options: CompileOptions) => {
      const { runCompile } = await import("./run-compile.ts");
      await runCompile(paths, options);
    });
}
