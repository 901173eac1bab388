import { defineCommand } from "../cli/command.ts";
import { json } from "../cli/options.ts";

const examples = `
Examples:
  $ gatehouse admit                     in a step: fail if the run is denied
  $ gatehouse admit --json              output as JSON
  $ gatehouse admit --soft              continue; check the output "admitted"
  $ gatehouse admit --requirement 250   require more than the settings

All other input comes from the step's environment, as FORGE_… or GITHUB_…:
  CP_FORGE_API_GATE                       record of an earlier denial
  API_URL, REPOSITORY, RUN_ID, OUTPUT,
  STEP_SUMMARY, WORKSPACE                 variables that the runner sets
  CP_FORGE_READ_APP_TOKEN, or
  CP_FORGE_READ_APP_ID and _PRIVATE_KEY   read App: checked if it is set
  CP_FORGE_TOKEN, then TOKEN              checked if the read App is not set
  CP_FORGE_WRITE_APP_TOKEN, or _ID and
  _PRIVATE_KEY                            write App: stores a denial

The settings define how many requests an orchestrator needs. A worker passes its
own number with --requirement: 3 if it writes, 0 if it reviews. A number below
100 is raised to 100.

Exit codes:
  0  the run is admitted, or --soft is given
  2  an option or the settings are invalid, or this is not a step
  6  the run is denied`;

export const admit = defineCommand({
  description: "allow a run only if its credential has enough API requests left",
  options: {
    json,
    soft: { summary: "exit 0 even if denied; the step outputs contain the result" },
    requirement: {
      value: "n",
      summary: "minimum number of remaining requests (default: from the settings)",
    },
  },
  notes: examples,
  async run(options) {
    const { runAdmit } = await import("./run-admit.ts");
    await runAdmit(options);
  },
});
