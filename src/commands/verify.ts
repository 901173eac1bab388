import type { Command } from "commander";
import type { RunVerifyOptions } from "./run-verify.ts";

const examples = `
Examples:
  $ gatehouse verify --repo acme/control
  $ gatehouse verify --repo acme/control --json | jq .counts
  $ gatehouse verify --repo acme/control --no-run

Only a run in the control repository can try the stored keys: verify writes one
small workflow to it where it is missing, and starts it. It prints no secret.
With --no-run, what only a run can prove is unknown.

Ends with 0 when every check passes, with 5 when one fails or is unknown.`;

export function define(command: Command): void {
  command
    .option("--repo <owner/repo>", "control repository (default: this folder's remote)")
    .option("--host <host>", 'the forge\'s host, or "emulator"', "github.com")
    .option("--brand <name>", "spelling of the forge: forge or github (default: by the host)")
    .option("--no-run", "change nothing and start no run; what needs one stays unknown")
    .option("--json", "print one JSON document")
    .addHelpText("after", examples)
    .action(async (options: RunVerifyOptions) => {
      const { runVerify } = await import("./run-verify.ts");
      await runVerify(options);
    });
}
