import { defineCommand } from "../cli/command.ts";
import { brand, host, json, repo } from "../cli/options.ts";

const examples = `
Examples:
  $ gatehouse verify --repo acme/control
  $ gatehouse verify --repo acme/control --json | jq .counts
  $ gatehouse verify --repo acme/control --no-run

Only a run in the control repository can try the stored keys: verify writes one
small workflow to it where it is missing, and starts it. It prints no secret.
With --no-run, what only a run can prove is unknown.

Ends with 0 when every check passes, with 5 when one fails or is unknown.`;

export const verify = defineCommand({
  options: {
    repo,
    host,
    brand,
    run: {
      isNegated: true,
      summary: "change nothing and start no run; what needs one stays unknown",
    },
    json,
  },
  notes: examples,
  async run(options) {
    const { runVerify } = await import("./run-verify.ts");
    await runVerify(options);
  },
});
