import { defineCommand } from "../../cli/command.ts";
import { logsDir } from "../../cli/options.ts";
import { ourEnvironment } from "../../shared/child-environment.ts";
import { InvalidInput } from "../../shared/errors.ts";
import { invokingUser } from "../../shared/invoking-user.ts";
import { ownCommandLine } from "../../shared/own-command.ts";

const views = ["summary", "suggest", "follow"] as const;
type View = (typeof views)[number];

const examples = `
Examples:
  $ gatehouse firewall logs                      requests of your last run
  $ gatehouse firewall logs suggest              rules for denied requests
  $ gatehouse firewall logs suggest --config rules.yml
  $ gatehouse firewall logs follow 1f2E3d        live requests of a session
  $ gatehouse firewall logs --logs-dir logs --json

Values in URL queries are shown only if the run used --log-level debug.
Credentials are never shown.`;

export const logs = defineCommand({
  arguments: {
    view: {
      summary: "view: summary, suggest or follow",
      isOptional: true,
      default: "summary",
      offers: views,
    },
    session: {
      summary: "session ID, or the last part of a log directory's name",
      isOptional: true,
    },
  },
  options: {
    logsDir,
    config: { value: "file", summary: "rules file to which suggested rules can be added" },
    json: { summary: "output as JSON; in the follow view, one document per line" },
  },
  notes: examples,
  async run(options, { view, session }) {
    const isView = views.some((each) => each === view);
    const wanted = readWanted(isView ? view : "summary", isView ? session : view);
    const { findLog } = await import("../../firewall/find-log.ts");
    const owner = invokingUser(ourEnvironment());
    const folder = findLog({ folder: options.logsDir, id: wanted.id, owner });
    const { json = false } = options;
    const { readRulesFile } = await import("./read-rules-file.ts");
    const file = readRulesFile(options.config === undefined ? [] : [options.config]);
    if (wanted.view === "follow") return showNews(folder, { json });
    const { printSuggestions, printSummary } = await import("../outcomes/print-logs.ts");
    if (wanted.view === "suggest") {
      const { suggestFromLog } = await import("../../firewall/suggest-from-log.ts");
      printSuggestions(await suggestFromLog(folder), { json, file });
      return;
    }
    const { summarize } = await import("../../firewall/log/summarize.ts");
    printSummary(await summarize(folder), { json, file });
  },
});

function readWanted(view: string, id: string | undefined): { view: View; id: string | undefined } {
  const known = views.find((each) => each === view) ?? "summary";
  if (id === undefined || /^[0-9A-Za-z]{6}$/.test(id)) return { view: known, id };
  throw new InvalidInput(`"${id}" is not a valid view or session.`, [
    { text: `Use one of these views: ${views.join(", ")}` },
    { text: "List running sessions", command: ownCommandLine("firewall", "sessions") },
  ]);
}

/** Prints new decisions until Ctrl-C, which is the normal way to stop and is not an error. */
async function showNews(folder: string, { json }: { json: boolean }): Promise<void> {
  const { follow } = await import("../../firewall/log/follow.ts");
  const { printNews } = await import("../outcomes/print-logs.ts");
  const stop = new AbortController();
  const end = () => stop.abort();
  process.once("SIGINT", end).once("SIGTERM", end);
  try {
    for await (const decisions of follow(folder, stop.signal)) printNews(decisions, { json });
  } finally {
    process.off("SIGINT", end).off("SIGTERM", end);
  }
}
