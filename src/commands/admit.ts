import { defineCommand } from "../cli/command.ts";
import { json } from "../cli/options.ts";

const examples = `
Examples:
  $ gatehouse admit                     in a step: stop here, or go on
  $ gatehouse admit --json              the answer as one document
  $ gatehouse admit --soft              go on; the output "admitted" says it
  $ gatehouse admit --requirement 250   more than the settings ask for

A step's environment tells all else, FORGE_… or GITHUB_…:
  CP_FORGE_API_GATE                       the record of an earlier denial
  API_URL, REPOSITORY, RUN_ID, OUTPUT,
  STEP_SUMMARY, WORKSPACE                 as the runner sets them
  CP_FORGE_READ_APP_TOKEN, or
  CP_FORGE_READ_APP_ID and _PRIVATE_KEY   first, then
  CP_FORGE_TOKEN, then TOKEN              whose requests are counted
  CP_FORGE_WRITE_APP_TOKEN, or _ID and
  _PRIVATE_KEY                            records a denial

The settings say what an orchestrator needs; a worker tells its own number:
3 to write, 0 to review. It is never less than 100.

Ends with 0 when the run is admitted, with 6 when it is not (with --soft: 0),
with 2 for a wrong option, settings that cannot be read, or no step.`;

export const admit = defineCommand({
  description: "let a run begin only while its credential has enough requests left",
  options: {
    json,
    soft: { summary: "end with 0 when denied, too: the step's outputs tell" },
    requirement: {
      value: "n",
      summary: "requests that have to be left (default: by the settings)",
    },
  },
  notes: examples,
  async run(options) {
    const { runAdmit } = await import("./run-admit.ts");
    await runAdmit(options);
  },
});
