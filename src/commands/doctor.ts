import type { Command } from "commander";
import { requireRepositoryName } from "../forge/repository-name.ts";
import { requireHost } from "./check-options.ts";

interface DoctorOptions {
  readonly host: string;
  readonly brand?: string;
  readonly repo?: string;
  readonly json?: boolean;
}

const examples = `
Examples:
  $ gatehouse doctor                      what machine and login can do
  $ gatehouse doctor --repo acme/control  and whether it administers that
  $ gatehouse doctor --json               to attach to an issue: nothing secret

What lacks has its mend beside it. The firewall has a doctor of its own, which
tries each tool: gatehouse firewall doctor.

Ends with 0 when all that a setup needs is there, with 5 when not.`;

export function define(command: Command): void {
  command
    .option("--host <host>", 'the forge\'s host, or "emulator"', "github.com")
    .option("--brand <name>", "spelling of the forge: forge or github (default: by the host)")
    .option("--repo <owner/repo>", "control repository to look at, too; it is not named")
    .option("--json", "print one JSON document")
    .addHelpText("after", examples)
    .action(run);
}

async function run({ repo, ...options }: DoctorOptions): Promise<void> {
  requireHost(options);
  const repository =
    repo === undefined ? undefined : requireRepositoryName(repo, ["doctor", "--repo"]);
  const { runDoctor } = await import("./run-doctor.ts");
  await runDoctor({ ...options, repository });
}
