import { defineCommand } from "../../cli/command.ts";
import { json } from "../../cli/options.ts";
import { ourEnvironment } from "../../shared/child-environment.ts";
import { invokingUser } from "../../shared/invoking-user.ts";

const examples = `
Examples:
  $ gatehouse firewall sessions
  $ gatehouse firewall sessions --json | jq '.sessions[].ca.fingerprint'

What a run that is gone has left is removed at the next start of the firewall.`;

export const sessions = defineCommand({
  options: { json },
  notes: examples,
  async run({ json = false }) {
    const { listSessions } = await import("../../firewall/sessions/list-sessions.ts");
    const { printSessions } = await import("../outcomes/print-sessions.ts");
    printSessions(listSessions({ owner: invokingUser(ourEnvironment()) }), { json });
  },
});
