import type { Prompter } from "../../src/prompts/prompter.ts";
import type { ExposureRecord } from "../../src/plane/exposed/exposure.ts";

/**
 * Asks before a closed incident is shown, so that a new leak is not mistaken for the closed
 * incident.
 */
export async function askNewIncident(
  prompter: Prompter,
  record: Pick<ExposureRecord, "repository" | "incident">,
): Promise<boolean> {
  prompter.begin({ title: "respond to exposure", subject: record.repository, outline: [] });
  const choice = await prompter.choose(
    {
      id: "closed-incident",
      title: "Last incident closed. What do you want to do?",
      facts: [
        { name: "Opened", text: `${record.incident.openedAt} by ${record.incident.openedBy}` },
      ],
      options: [
        {
          value: "show",
          label: "Show the incident record",
          hint: "does not change anything",
        },
        { value: "new", label: "Report a new exposure", hint: "runs all steps from the start" },
      ],
    },
    { canGoBack: false },
  );
  return choice === "new";
}
