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
  STEP_SUMMARY, WORKSPACE                 as set by the runner
  CP_FORGE_READ_APP_TOKEN, or
  CP_FORGE_READ_APP_ID and _PRIVATE_KEY   credential to check first
  CP_FORGE_TOKEN, then TOKEN              the next credentials to check
  CP_FORGE_WRITE_APP_TOKEN, or _ID and
  _PRIVATE_KEY                            credential for storing a denial

The settings define how many requests an orchestrator needs. A worker passes its
own number with --requirement: 3 to write, 0 to review. At least 100 are always
required.

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
