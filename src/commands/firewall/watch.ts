import type { Command } from "commander";
import { ourEnvironment } from "../../shared/child-environment.ts";
import { invokingUser } from "../../shared/invoking-user.ts";

interface WatchOptions {
  readonly logsDir?: string;
}

const examples = `
Examples:
  $ gatehouse firewall --watch                   your newest run, as it goes on
  $ gatehouse firewall watch 1f2E3d              a session that runs
  $ gatehouse firewall watch --logs-dir logs     a run that was

For a second terminal, or a pane beside the command's own: it touches nothing
of it. q or Ctrl-C leaves; what was seen stays in the scrollback. Without a
terminal it prints a line a decision.`;

export function define(command: Command): void {
  command
    .argument("[session]", "a session, or the last word of a log folder's name")
    .option("--logs-dir <dir>", "the folder of the log (default: your newest in /tmp)")
    .addHelpText("after", examples)
    .action(run);
}

async function run(id: string | undefined, { logsDir }: WatchOptions): Promise<void> {
  const { findLog } = await import("../../firewall/find-log.ts");
  const folder = findLog({ folder: logsDir, id, owner: invokingUser(ourEnvironment()) });
  const { follow } = await import("../../firewall/log/follow.ts");
  const { openView } = await import("../outcomes/show-live.ts");
  const stop = new AbortController();
  const view = openView(folder, { onLeave: () => stop.abort() });
  try {
    for await (const decisions of follow(folder, stop.signal)) view.add(decisions);
  } finally {
    view.close();
  }
}
