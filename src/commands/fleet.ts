import { defineCommand } from "../cli/command.ts";
import { brand, cli, fileBrand, fileHost, integrity, json } from "../cli/options.ts";
import { usualSchedule } from "../plane/fleet/schedule.ts";
import { printSchema } from "./outcomes/print-schema.ts";

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

const fleetCheckExamples = `
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

export const fleet = defineCommand({
  notes: examples,
});

export const render = defineCommand({
  description: "Writes the scheduled workflow that looks at many control repositories.",
  options: {
    repo: { value: "owner/repo", many: "each", summary: "control repository; again for more" },
    repos: { value: "file", summary: "file with control repositories, a name a line" },
    schedule: {
      value: "cron",
      summary: `when it starts, in UTC (default: as the file has it, or ${usualSchedule})`,
    },
    environment: {
      value: "name",
      summary: 'environment of the credential, or "" (default: as the file has it)',
    },
    output: {
      short: "o",
      value: "file",
      summary: "the file (default: gatehouse-fleet.yml of the workflows)",
    },
    stdout: { summary: "print the file, write none" },
    check: { summary: "write nothing; say what differs" },
    cli,
    integrity,
    host: fileHost,
    brand: fileBrand,
    json: { summary: "print what was done as one JSON document" },
  },
  notes: renderExamples,
  async run(options) {
    const { runFleetRender } = await import("./run-fleet-render.ts");
    await runFleetRender(options);
  },
});

export const look = defineCommand({
  description: "Looks at one control plane, as status and verify --no-run do.",
  options: {
    repo: { value: "owner/repo", isRequired: true, summary: "control repository" },
    brand,
    output: {
      short: "o",
      value: "file",
      summary: "where to write what was seen",
      default: "fleet-look.json",
    },
    json: { summary: "print what is written" },
  },
  notes: fleetCheckExamples,
  async run(options) {
    const { runFleetCheck } = await import("./run-fleet-check.ts");
    await runFleetCheck(options);
  },
});

export const report = defineCommand({
  description: "Says what all that was seen comes to, and whether it needs a person.",
  arguments: { folder: { summary: "where what was seen lies" } },
  options: {
    repos: { value: "file", summary: "the control repositories that are expected, a name a line" },
    output: { short: "o", value: "file", summary: "write the report as a JSON document, too" },
    json,
  },
  notes: reportExamples,
  async run(options, { folder }) {
    const { runReport } = await import("./run-fleet-report.ts");
    await runReport(folder, options);
  },
});

export const schema = defineCommand({
  description: "Prints the JSON Schema of the report that fleet report writes.",
  async run() {
    const { default: schema } = await import("../plane/fleet/fleet-report.schema.json", {
      with: { type: "json" },
    });
    printSchema("fleet-report", schema);
  },
});
