import type { Command } from "commander";
import { usualSchedule } from "../control/fleet/schedule.ts";
import { printSchema } from "./outcomes/print-schema.ts";
import { addPinOptions, addSpellingOptions } from "./render-options.ts";
import type { LookOptions } from "./run-fleet-look.ts";
import type { FleetRenderOptions } from "./run-fleet-render.ts";
import type { ReportOptions } from "./run-fleet-report.ts";

const examples = `
Examples:
  $ gatehouse fleet render --repo acme/control     the workflow, for one or many
  $ gatehouse fleet report looks                     what was seen comes to

The forge's own runners look at many control repositories, on a schedule, and
tell what needs a person. There is no server of ours.`;

const renderExamples = `
Examples:
  $ gatehouse fleet render --repo acme/control --repo acme/control-2
  $ gatehouse fleet render --repos fleet.txt --schedule "17 6 * * 1-5"
  $ gatehouse fleet render --repos fleet.txt --check

The list is a name a line; # begins a comment. At most 256 control repositories
fit into one workflow: part a longer list, each part with a file by -o. A run
brings gatehouse as the control file does: --cli and --integrity are told once.

Ends with 5 when --check finds another file, or none.`;

const lookExamples = `
Runs in a step of the fleet's workflow. It reads with the App's token for this
one repository, which it mints from CP_FORGE_FLEET_APP_ID and
CP_FORGE_FLEET_APP_PRIVATE_KEY and ends again; without them, with
CP_FORGE_FLEET_TOKEN. It starts no run and changes nothing.

Examples:
  $ gatehouse fleet look --repo acme/control
  $ gatehouse fleet look --repo acme/control -o looks/control.json --json

What it writes holds the documents of "status --json" and "verify --no-run
--json", or why neither could be had. Ends with 0 when it could be read, with
2 to 5 when not.`;

const reportExamples = `
Examples:
  $ gatehouse fleet report looks
  $ gatehouse fleet report looks --repos fleet.txt -o fleet-report.json --json
  $ gatehouse fleet schema > fleet-report.schema.json

The most urgent comes first. With --repos, a repository of which nothing was
kept is named. In a step, the report goes to the run's summary, too.

Ends with 0 when nothing needs a person, with 5 otherwise.`;

export function define(command: Command): void {
  command.addHelpText("after", examples);
  defineRender(command);
  command
    .command("look")
    .summary("look at one control plane, in a step of the workflow")
    .description("Looks at one control plane, as status and verify --no-run do.")
    .requiredOption("--repo <owner/repo>", "control repository")
    .option("--brand <name>", "spelling of the forge: forge or github (default: by the host)")
    .option("-o, --output <file>", "where to write what was seen", "fleet-look.json")
    .option("--json", "print what is written")
    .addHelpText("after", lookExamples)
    .action(async (options: LookOptions) => {
      const { runLook } = await import("./run-fleet-look.ts");
      await runLook(options);
    });
  command
    .command("report")
    .summary("say what all that was seen comes to")
    .description("Says what all that was seen comes to, and whether it needs a person.")
    .argument("<folder>", "where what was seen lies")
    .option("--repos <file>", "the control repositories that are expected, a name a line")
    .option("-o, --output <file>", "write the report as a JSON document, too")
    .option("--json", "print one JSON document")
    .addHelpText("after", reportExamples)
    .action(async (folder: string, options: ReportOptions) => {
      const { runReport } = await import("./run-fleet-report.ts");
      await runReport(folder, options);
    });
  command
    .command("schema")
    .summary("print the JSON Schema of the report")
    .description("Prints the JSON Schema of the report that fleet report writes.")
    .action(showSchema);
}

function defineRender(command: Command): void {
  const render = command
    .command("render")
    .summary("write the workflow that looks at all of them")
    .description("Writes the scheduled workflow that looks at many control repositories.")
    .option(
      "--repo <owner/repo>",
      "control repository; again for more",
      (name: string, names: readonly string[] | undefined) => [...(names ?? []), name],
    )
    .option("--repos <file>", "file with control repositories, a name a line")
    .option(
      "--schedule <cron>",
      `when it starts, in UTC (default: as the file has it, or ${usualSchedule})`,
    )
    .option(
      "--environment <name>",
      'environment of the credential, or "" (default: as the file has it)',
    )
    .option("-o, --output <file>", "the file (default: gatehouse-fleet.yml of the workflows)")
    .option("--stdout", "print the file, write none")
    .option("--check", "write nothing; say what differs");
  addSpellingOptions(addPinOptions(render))
    .option("--json", "print what was done as one JSON document")
    .addHelpText("after", renderExamples)
    .action(async (options: FleetRenderOptions) => {
      const { runFleetRender } = await import("./run-fleet-render.ts");
      await runFleetRender(options);
    });
}

async function showSchema(): Promise<void> {
  const { default: schema } = await import("../control/fleet/fleet-report.schema.json", {
    with: { type: "json" },
  });
  printSchema("fleet-report", schema);
}
