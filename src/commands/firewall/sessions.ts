import type { Command } from "commander";
import { ourEnvironment } from "../../shared/child-environment.ts";
import { invokingUser } from "../../shared/invoking-user.ts";

interface SessionsOptions {
  readonly json?: boolean;
}

const examples = `
Examples:
  $ gatehouse firewall sessions
  $ gatehouse firewall sessions --json | jq '.sessions[].ca.fingerprint'

What a run that is gone has left is removed at the next start of the firewall.`;

export function define(command: Command): void {
  command.option("--json", "print one JSON document").addHelpText("after", examples).action(run);
}

async function run({ json = false }: SessionsOptions): Promise<void> {
  const { listSessions } = await import("../../firewall/sessions/list-sessions.ts");
  const { printSessions } = await import("../outcomes/print-sessions.ts");
  printSessions(listSessions({ owner: invokingUser(ourEnvironment()) }), { json });
}
