import { defineCommand } from "../../cli/command.ts";
import { json } from "../../cli/options.ts";
import { ourEnvironment } from "../../shared/child-environment.ts";
import { invokingUser } from "../../shared/invoking-user.ts";

const examples = `
Examples:
  $ gatehouse firewall sessions
  $ gatehouse firewall sessions --json | jq '.sessions[].ca.fingerprint'

Leftovers of stopped runs are deleted the next time the firewall starts.`;

export const sessions = defineCommand({
  options: { json },
  notes: examples,
  async run({ json = false }) {
    const { listSessions } = await import("../../firewall/sessions/list-sessions.ts");
    const { printSessions } = await import("../outcomes/print-sessions.ts");
    printSessions(listSessions({ owner: invokingUser(ourEnvironment()) }), { json });
  },
});
