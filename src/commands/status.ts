import type { Command } from "commander";
import type { RunStatusOptions } from "./run-status.ts";

interface StatusOptions extends Omit<RunStatusOptions, "repo"> {
  readonly repo?: string;
}

const examples = `
Examples:
  $ gatehouse status --repo acme/control
  $ gatehouse status --repo acme/control --json | jq .next

Ends with 0 when what was decided is complete and proved (both Apps, while
nothing is decided), with 5 when not.`;

export function define(command: Command): void {
  command
    .option("--repo <owner/repo>", "control repository (default: this folder's remote)")
    .option("--host <host>", 'the forge\'s host, or "emulator"', "github.com")
    .option("--brand <name>", "spelling of the forge: forge or github (default: by the host)")
    .option("--environment <name>", "the PAT's environment (default: as the settings say)")
    .option("--json", "print one JSON document")
    .addHelpText("after", examples)
    .action(run);
}

async function run({ repo, ...options }: StatusOptions): Promise<void> {
  const { requireRepository } = await import("./repository-here.ts");
  const asked = { repo, host: options.host, json: options.json, verb: "status" };
  const repository = await requireRepository(asked);
  const { runStatus } = await import("./run-status.ts");
  await runStatus({ ...options, repo: repository.full });
}
