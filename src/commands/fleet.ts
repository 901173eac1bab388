import { defineCommand } from "../cli/command.ts";
import { brand, cli, fileBrand, fileHost, integrity, json } from "../cli/options.ts";
import { usualSchedule } from "../plane/fleet/schedule.ts";
import { printSchema } from "./outcomes/print-schema.ts";

const examples = `
Examples:
  $ gatehouse fleet render --repo acme/control     write the workflow
  $ gatehouse fleet report checks                  summarize the results

GitHub Actions checks many control repositories on a schedule and reports which
ones need attention. This does not require a server.`;

const renderExamples = `
Examples:
  $ gatehouse fleet render --repo acme/control --repo acme/control-2
  $ gatehouse fleet render --repos fleet.txt --schedule "17 6 * * 1-5"
  $ gatehouse fleet render --repos fleet.txt --check

The list has one name per line; # starts a comment. One workflow can check up
to 256 control repositories. Split a longer list, and use -o to write a separate
workflow for each part.

The workflow installs gatehouse from the --cli URL and verifies the --integrity
hash. If you render again, both values are kept.

Exit codes:
  0  success
  5  --check found a missing or different file`;

const fleetCheckExamples = `
Runs in a step of the fleet workflow. gatehouse reads one repository with an App
token, which it mints from CP_FORGE_FLEET_APP_ID and
CP_FORGE_FLEET_APP_PRIVATE_KEY and revokes afterwards. Without these variables,
it uses CP_FORGE_FLEET_TOKEN. It does not start any runs or change anything.

Examples:
  $ gatehouse fleet check --repo acme/control
  $ gatehouse fleet check --repo acme/control -o checks/control.json --json

The output file contains the results of "status --json" and "verify --no-run
--json", or the reason for a failure.

Exit codes:
  0       the control plane was read
  2 to 5  the control plane could not be read`;

const reportExamples = `
Examples:
  $ gatehouse fleet report checks
  $ gatehouse fleet report checks --repos fleet.txt -o fleet-report.json --json
  $ gatehouse fleet schema > fleet-report.schema.json

The most urgent problems come first. With --repos, the report also lists
repositories without a result. In a step, the report is added to the run
summary.

Exit codes:
  0  no repository needs attention
  5  a repository needs attention`;

export const fleet = defineCommand({
  notes: examples,
});

export const render = defineCommand({
  description: "Write the scheduled workflow that checks many control repositories.",
  options: {
    repo: { value: "owner/repo", many: "each", summary: "control repository (repeatable)" },
    repos: { value: "file", summary: "file that lists control repositories, one per line" },
    schedule: {
      value: "cron",
      summary: `cron schedule in UTC (default: from the existing file, or ${usualSchedule})`,
    },
    environment: {
      value: "name",
      summary: 'environment of the credential; "" for none (default: existing file\'s)',
    },
    output: {
      short: "o",
      value: "file",
      summary: "output file (default: gatehouse-fleet.yml in the workflows directory)",
    },
    stdout: { summary: "print the file instead of writing it" },
    check: { summary: "report differences; write nothing" },
    cli,
    integrity,
    host: fileHost,
    brand: fileBrand,
    json: { summary: "output the result as JSON" },
  },
  notes: renderExamples,
  async run(options) {
    const { runFleetRender } = await import("./run-fleet-render.ts");
    await runFleetRender(options);
  },
});

export const check = defineCommand({
  description: 'Check one control plane, like "status" and "verify --no-run".',
  options: {
    repo: { value: "owner/repo", isRequired: true, summary: "control repository" },
    brand,
    output: {
      short: "o",
      value: "file",
      summary: "output file for the result",
      default: "fleet-check.json",
    },
    json: { summary: "output the result as JSON" },
  },
  notes: fleetCheckExamples,
  async run(options) {
    const { runFleetCheck } = await import("./run-fleet-check.ts");
    await runFleetCheck(options);
  },
});

export const report = defineCommand({
  description: "Summarize all results, and report which repositories need attention.",
  arguments: { folder: { summary: "directory that contains the results" } },
  options: {
    repos: {
      value: "file",
      summary: "file that lists the expected control repositories, one per line",
    },
    output: { short: "o", value: "file", summary: "also write the report to a JSON file" },
    json,
  },
  notes: reportExamples,
  async run(options, { folder }) {
    const { runReport } = await import("./run-fleet-report.ts");
    await runReport(folder, options);
  },
});

export const schema = defineCommand({
  description: "Print the JSON Schema of the file that fleet report writes.",
  async run() {
    const { default: schema } = await import("../plane/fleet/fleet-report.schema.json", {
      with: { type: "json" },
    });
    printSchema("fleet-report", schema);
  },
});
