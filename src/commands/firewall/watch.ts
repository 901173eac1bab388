import { defineCommand } from "../../cli/command.ts";
import { logsDir } from "../../cli/options.ts";
import { ourEnvironment } from "../../shared/child-environment.ts";
import { invokingUser } from "../../shared/invoking-user.ts";

const examples = `
Examples:
  $ gatehouse firewall --watch                   your newest run, as it goes on
  $ gatehouse firewall watch 1f2E3d              a session that runs
  $ gatehouse firewall watch --logs-dir logs     a run that was

For a second terminal, or a pane beside the command's own: it touches nothing
of it. q or Ctrl-C leaves; what was seen stays in the scrollback. Without a
terminal it prints a line a decision.`;

export const watch = defineCommand({
  arguments: {
    session: { summary: "a session, or the last word of a log folder's name", isOptional: true },
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
