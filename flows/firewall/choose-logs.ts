import type { FlowContext } from "../../src/prompts/flow-context.ts";
import type { RulesDraft } from "../../src/firewall/config/rules-draft.ts";
import type { Places } from "../shared/count-questions.ts";

type Logs = Pick<RulesDraft, "logLevel" | "logsFolder">;

const levels = ["info", "debug", "warn", "error"] as const;

/** Asks for the log level and the log directory. */
export async function chooseLogs(
  { ask }: Pick<FlowContext, "ask">,
  { before, locations }: { before: Logs; locations: Places },
): Promise<Logs> {
  const logLevel = await ask.choose<(typeof levels)[number]>({
    id: "log-level",
    name: "Log level",
    title: "How much should the firewall log and print?",
    position: locations.next(),
    options: [
      { value: "info", label: "Normal", hint: "also how to allow the denied requests" },
      { value: "debug", label: "More", hint: "full URLs, to see why one is blocked" },
      { value: "warn", label: "Less", hint: "warnings and the number of denied requests" },
      { value: "error", label: "Errors only", hint: "the log file still has every decision" },
    ],
    initial: levels.find((level) => level === before.logLevel) ?? "info",
    why: "The log file always contains every decision, and never a credential. It does not contain bodies. To log them with URL filtering, add log-bodies: true to the file; they may contain secrets.",
  });
  const folder = await ask.text({
    id: "logs-folder",
    name: "Log directory",
    title: "Log directory (optional):",
    position: locations.next(),
    initial: before.logsFolder ?? "",
    placeholder: "./firewall-logs",
    body: ["Leave empty for a new directory in /tmp for each run."],
    check: (text) => (text.includes("\0") ? "A path cannot contain a NUL character." : undefined),
  });
  return { logLevel, ...(folder !== "" && { logsFolder: folder }) };
}
