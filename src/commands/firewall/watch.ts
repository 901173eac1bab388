import { defineCommand } from "../../cli/command.ts";
import { logsDir } from "../../cli/options.ts";
import { ourEnvironment } from "../../shared/child-environment.ts";
import { invokingUser } from "../../shared/invoking-user.ts";

const examples = `
Examples:
  $ gatehouse firewall --watch                   your newest run, live
  $ gatehouse firewall watch 1f2E3d              a running session
  $ gatehouse firewall watch --logs-dir logs     a finished run

Run watch in a second terminal or pane; it does not affect the watched command.
Press q or Ctrl-C to quit; the output stays in the scrollback. Without a
terminal, each decision is printed as one line.`;

export const watch = defineCommand({
  arguments: {
    session: {
      summary: "session ID, or the last part of a log directory's name",
      isOptional: true,
    },
  },
  options: { logsDir },
  notes: examples,
  async run(options, { session }) {
    const { findLog } = await import("../../firewall/find-log.ts");
    const folder = findLog({
      folder: options.logsDir,
      id: session,
      owner: invokingUser(ourEnvironment()),
    });
    const { follow } = await import("../../firewall/log/follow.ts");
    const { openView } = await import("../outcomes/show-live.ts");
    const stop = new AbortController();
    const view = openView(folder, { onLeave: () => stop.abort() });
    try {
      for await (const decisions of follow(folder, stop.signal)) view.add(decisions);
    } finally {
      view.close();
    }
  },
});
