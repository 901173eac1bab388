import type { Prompter } from "../../src/prompts/prompter.ts";
import type { ExposureRecord } from "../../src/plane/exposed/exposure.ts";

/** A new leak must not be taken for one that was dealt with. */
export async function askNewIncident(
  prompter: Prompter,
  record: Pick<ExposureRecord, "repository" | "incident">,
): Promise<boolean> {
  prompter.begin({ title: "respond to exposure", subject: record.repository, outline: [] });
  const choice = await prompter.choose(
    {
      id: "closed-incident",
      title: "The last incident is closed. What is it now?",
      facts: [
        { name: "Opened", text: `${record.incident.openedAt} by ${record.incident.openedBy}` },
      ],
      options: [
        {
          value: "show",
          label: "The same as before",
          hint: "shows the record of it; does nothing",
        },
        { value: "new", label: "A new exposure", hint: "everything is done from the start" },
      ],
    },
    { canGoBack: false },
  );
  return choice === "new";
}
