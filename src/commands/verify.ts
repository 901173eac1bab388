import { defineCommand } from "../cli/command.ts";
import { brand, host, json, repo } from "../cli/options.ts";

const examples = `
Examples:
  $ gatehouse verify --repo acme/control
  $ gatehouse verify --repo acme/control --json | jq .counts
  $ gatehouse verify --repo acme/control --no-run

Only a run in the control repository can test the stored keys. If the proof
workflow is missing, verify commits it before it starts the run. The run does
not print any secrets. With --no-run, checks that need a run are reported as
unknown.

Exit codes:
  0  all checks passed
  5  a check failed or is unknown`;

export const verify = defineCommand({
  options: {
    repo,
    host,
    brand,
    run: {
      isNegated: true,
      summary: "change nothing; report checks that need a run as unknown",
    },
    json,
  },
  notes: examples,
  async run(options) {
    const { runVerify } = await import("./run-verify.ts");
    await runVerify(options);
  },
});
