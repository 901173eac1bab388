import type { Command } from "commander";
import { addPinOptions, addSpellingOptions } from "./render-options.ts";
import type { CheckOptions, RenderOptions } from "./run-control.ts";

const examples = `
Examples:
  $ gatehouse control render                       as decided; the pin stays
  $ gatehouse control check                        in a clone of the repository
  $ gatehouse control check --repo acme/control    as it is on the forge`;

const renderExamples = `
Examples:
  $ gatehouse control render                       as decided; the pin stays
  $ gatehouse control render --profile pat --brand github
  $ gatehouse control render --repo acme/control   prints it
  $ gatehouse control render --repo acme/control --commit   commits it

The file is <forge_dir>/workflows/shared/control.md of the working folder; the
profile is that of its control-plane-decision.json. With --repo both are those
of the control repository, and nothing is written without --commit. A run brings
gatehouse from one address, and runs no other bytes than those that --integrity
names: what npm pack --json prints of the package. Both are told once.`;

const checkExamples = `
Examples:
  $ gatehouse control check                        in a clone of the repository
  $ gatehouse control check --json
  $ gatehouse control check --repo acme/control    as it is on the forge

Ends with 0 when nothing is found, with 5 otherwise. An App block of a
workflow's own is no finding where a comment above it says
"# own App because: …".`;

export function define(command: Command): void {
  command.addHelpText("after", examples);
  const render = command
    .command("render")
    .summary("write the shared control file into the working folder")
    .description("Writes the control file that the orchestrator and the workers import.")
    .option("--repo <owner/repo>", "control repository, instead of the working folder")
    .option("--commit", "with --repo: commit the file; without it, it is printed")
    .option("--profile <name>", "app, pat or workflow-token (default: as decided)");
  addSpellingOptions(addPinOptions(render))
    .option("--json", "print what was written as one JSON document")
    .addHelpText("after", renderExamples)
    .action(async (options: RenderOptions) => {
      if (options.repo === undefined) {
        const { runRender } = await import("./run-control.ts");
        return runRender(options);
      }
      const { runRenderThere } = await import("./run-control-there.ts");
      await runRenderThere({ ...options, repo: options.repo });
    });
  const check = command
    .command("check")
    .summary("check the control file, and every workflow that has to rely on it")
    .description("Checks the control file, and every workflow that has to rely on it.")
    .option("--repo <owner/repo>", "control repository, instead of the working folder");
  addSpellingOptions(check)
    .option("--json", "print one JSON document")
    .addHelpText("after", checkExamples)
    .action(async (options: CheckOptions) => {
      if (options.repo === undefined) {
        const { runCheck } = await import("./run-control.ts");
        return runCheck(options);
      }
      const { runCheckThere } = await import("./run-control-there.ts");
      await runCheckThere({ ...options, repo: options.repo });
    });
}
