import type { Prompter } from "../../src/asking/prompter.ts";
import type { ExposureRecord } from "../../src/control/exposure/exposure.ts";

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
      body: [`It was opened ${record.incident.openedAt} by ${record.incident.openedBy}.`],
      options: [
        { value: "new", label: "A new exposure", hint: "Everything is done from the start." },
        { value: "show", label: "Show the record of the last one" },
      ],
    },
    { canGoBack: false },
  );
  return choice === "new";
}
