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
  $ gatehouse firewall logs                      what your last run asked for
  $ gatehouse firewall logs suggest              rules for what it was denied
  $ gatehouse firewall logs follow 1f2E3d        see a session's requests come
  $ gatehouse firewall logs --logs-dir logs --json

Queries are shown without their values unless the run had --log-level debug;
credentials are never shown.`;

export const logs = defineCommand({
  arguments: {
    view: {
      summary: "summary, suggest or follow",
      isOptional: true,
      default: "summary",
      offers: views,
    },
    session: { summary: "a session, or the last word of a log folder's name", isOptional: true },
  },
  options: { logsDir, json: { summary: "print one JSON document; with follow one for each line" } },
  notes: examples,
  async run(options, { view, session }) {
    const isView = views.some((each) => each === view);
    const wanted = readWanted(isView ? view : "summary", isView ? session : view);
    const { findLog } = await import("../../firewall/find-log.ts");
    const owner = invokingUser(ourEnvironment());
    const folder = findLog({ folder: options.logsDir, id: wanted.id, owner });
    const { json = false } = options;
    if (wanted.view === "follow") return showNews(folder, { json });
    const { printSuggestions, printSummary } = await import("../outcomes/print-logs.ts");
    if (wanted.view === "suggest") {
      const { suggestFromLog } = await import("../../firewall/suggest-from-log.ts");
      printSuggestions(await suggestFromLog(folder), { json });
      return;
    }
    const { summarize } = await import("../../firewall/log/summarize.ts");
    printSummary(await summarize(folder), { json });
  },
});

function readWanted(view: string, id: string | undefined): { view: View; id: string | undefined } {
  const known = views.find((each) => each === view) ?? "summary";
  if (id === undefined || /^[0-9A-Za-z]{6}$/.test(id)) return { view: known, id };
  throw new InvalidInput(`"${id}" is neither a view of a log nor a session.`, [
    { say: `Views are ${views.join(", ")}` },
    { say: "See which sessions run", command: ownCommandLine("firewall", "sessions") },
  ]);
}

/** Until Ctrl-C, which is its usual end. */
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
