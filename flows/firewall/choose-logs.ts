import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { RulesDraft } from "../../src/firewall/config/rules-draft.ts";
import type { Places } from "../shared/count-questions.ts";

type Logs = Pick<RulesDraft, "logLevel" | "logsFolder">;

const levels = ["info", "debug", "warn", "error"] as const;

/** How much is said, and where the decisions are kept. */
export async function chooseLogs(
  { ask }: Pick<FlowContext, "ask">,
  { before, places }: { before: Logs; places: Places },
): Promise<Logs> {
  const logLevel = await ask.choose<(typeof levels)[number]>({
    id: "log-level",
    name: "Log level",
    title: "How much shall it say?",
    place: places.next(),
    options: [
      { value: "info", label: "The usual", hint: "queries by their names, without values" },
      { value: "debug", label: "More", hint: "full URLs, to see why one is blocked" },
      { value: "warn", label: "Less", hint: "what a person should look at" },
      { value: "error", label: "Errors alone", hint: "the log is complete all the same" },
    ],
    initial: levels.find((level) => level === before.logLevel) ?? "info",
    why: "Every decision is in the log, whatever is said. Credentials are never in it.",
  });
  const folder = await ask.text({
    id: "logs-folder",
    name: "Log folder",
    title: "Folder of the logs, or nothing:",
    place: places.next(),
    initial: before.logsFolder ?? "",
    placeholder: "./firewall-logs",
    body: ["Nothing means a new folder in /tmp for each run."],
    check: (text) => (text.includes("\0") ? "A path has no NUL in it." : undefined),
  });
  return { logLevel, ...(folder !== "" && { logsFolder: folder }) };
}
